// A section of the capture script: failure.
// --- Errors and cleanup

const exitCodes = { other: 1, override: 2, tool: 3, navigation: 4, encoding: 5, interrupted: 130 }

/** Cleanup steps; the newest first. @type {(() => unknown)[]} */
const undo = []

/** @param {keyof typeof exitCodes} kind @param {string} message @returns {never} */
function fail(kind, message) {
	throw Object.assign(new Error(message), { exitCode: exitCodes[kind] })
}

/** @param {unknown} error */
function firstLine(error) {
	const text = error instanceof Error ? error.message : String(error)
	return text.trim().replace(/^\w+\.\w+: |\n.*/gs, '')
}

export { exitCodes, fail, firstLine, undo }
