// A section of the capture script: progress.
// --- Progress

const warned = new Set()

function warn(message = '') {
	if (!process.exitCode && !warned.has(message)) process.stderr.write(`warning: ${message}\n`)
	warned.add(message)
}

/** @param {{ isTTY?: boolean, write: (text: string) => unknown }} stream */
function progressOf(stream, total = 1, clock = Date.now) {
	const start = clock()
	let told = 0
	return (done = 0) => {
		const tenths = Math.floor((done / total) * 10)
		const left = Math.ceil(((clock() - start) / done) * ((total - done) / 1000))
		const text = `${Math.floor((done / total) * 100)} % · ${done} of ${total} frames · ${left} s left`
		const end = done === total ? '\n' : ''
		if (stream.isTTY) stream.write(`\r[${'#'.repeat(tenths * 2).padEnd(20, '-')}] ${text}   ${end}`)
		else if (tenths > told) stream.write(`${text}\n`)
		told = tenths
	}
}

export { progressOf, warn }
