// A section of the capture script: workers.
/** @import { Follower, Page, Stage } from './types.d.ts' */

// --- Workers

/**
 * Starts each worker with a stage of its own, and takes it along: a worker is told each time by a message, and answers
 * when it is there. What it has posted on the way arrives before its answer.
 * @param {Stage} stage of a page or of a worker
 */
function leadWorkers(stage) {
  /** @type {Map<unknown, Follower>} */
  const followers = new Map()
  let turn = 0
  /** @type {(value: unknown) => void} */
  let allAnswered = () => {}
  /** @param {Follower} follower */
  function tell(follower) {
    if (!follower.port || follower.told === turn || !stage.moment) return
    follower.told = turn
    follower.port.postMessage({ captureStage: { turn, moment: stage.moment } })
  }

  stage.follow = (worker, port) => {
    /** @type {Follower} */
    const follower = { told: 0, answered: 0, patience: 5000, answers: [] }
    followers.set(worker, follower)
    port.addEventListener('message', (/** @type {any} */ event) => {
      const news = event.data?.captureStage
      if (!news) return
      event.stopImmediatePropagation()
      if (news.ready) follower.port = event.ports[0] ?? port
      if (news.closed) followers.delete(worker)
      if (news.turn) Object.assign(follower, { answered: news.turn, answers: news.answers, patience: 5000 })
      tell(follower)
      if (!late()[0]) allAnswered(0)
    })
    worker.addEventListener('error', () => follower.port || followers.delete(worker))
  }

  stage.unfollow = worker => followers.delete(worker)
  const late = () => [...followers.values()].filter(({ answered }) => answered !== turn)

  // Before animation frames, so that they show what workers posted; and after, so that their messages are answered.
  stage.cues.move.push(async elapsed => {
    const isNew = stage.pinned || stage.moment?.elapsed !== elapsed
    stage.moment = { elapsed, date: stage.moment?.date ?? Date.now() - elapsed }
    return gather(isNew)
  })
  stage.gather = () => gather(true)

  /** @param {boolean} isNew else it is asked again, where timers stand still */
  async function gather(isNew) {
    if (isNew) turn += 1
    for (const follower of followers.values()) tell(follower)
    if (stage.pinned && late()[0]) {
      const answered = new Promise(resolve => {
        allAnswered = resolve
      })
      await Promise.race([answered, stage.wait(Math.max(...late().map(({ patience }) => patience)))])
      for (const follower of late()) follower.patience = 50
    }
    const answers = [...followers.values()].flatMap(({ answers }) => answers)
    for (const [worker, { port }] of stage.pinned ? followers : []) {
      if (!port && followers.delete(worker)) answers.push('worker in real time')
    }
    return [...answers, ...(late()[0] ? ['worker is running'] : [])]
  }
}

/**
 * Starts workers with a stage before their script.
 * @param {Stage} stage
 */
function startWorkers(stage) {
  const { createObjectURL, revokeObjectURL } = URL
  URL.createObjectURL = object => {
    const address = createObjectURL(object)
    if (object instanceof Blob) stage.blobs.set(address, object)
    return address
  }
  URL.revokeObjectURL = address => {
    stage.blobs.delete(`${address}`)
    revokeObjectURL(address)
  }

  /**
   * The address of the script with the stage before it. Scripts of http: addresses get theirs on the way.
   * @param {unknown} address
   */
  function withStage(address) {
    const script = `${stage.workerScript()};`
    const blob = stage.blobs.get(`${address}`)
    if (blob) return createObjectURL(new Blob([script, blob], { type: blob.type }))
    const [, head, base64, body] = /^(data:[^,]*?)(;base64)?,(.*)$/is.exec(`${address}`) ?? []
    if (head === undefined) return address
    // Whole groups of three bytes, so that the rest of the Base64 can follow.
    const padded = script.padEnd(Math.ceil(script.length / 3) * 3)
    return base64 ? `${head};base64,${btoa(padded)}${body}` : `${head},${encodeURIComponent(script)}${body}`
  }

  /** @type {(Real: any, portOf: (worker: any) => Worker | MessagePort) => unknown} */
  function following(Real, portOf) {
    return new Proxy(Real, {
      construct: (target, args, made) => {
        /** @param {unknown} address */
        const start = address =>
          Reflect.construct(target, args[0] === undefined ? args : [address, ...args.slice(1)], made)
        let worker
        try {
          worker = start(withStage(args[0]))
        } catch {
          worker = start(args[0]) // as the page's policy demands, or to throw what it throws
        }
        stage.follow?.(worker, portOf(worker))
        return worker
      },
    })
  }

  if (self.Worker) {
    const { terminate } = Worker.prototype
    Worker.prototype.terminate = function () {
      stage.unfollow?.(this)
      terminate.call(this)
    }
    Object.assign(self, { Worker: following(Worker, worker => worker) })
  }
  if (self.SharedWorker) Object.assign(self, { SharedWorker: following(SharedWorker, ({ port }) => port) })
}

/**
 * Keeps a worker at the time of those that started it.
 * @param {Stage} stage
 */
function followStarter(stage) {
  const scope = /** @type {any} */ (self)
  /** @type {Set<{ postMessage: (message: unknown) => void }>} */
  const starters = new Set()

  /** @type {(event: any, starter: { postMessage: (message: unknown) => void }) => Promise<void>} */
  async function obey(event, starter) {
    const order = event.data?.captureStage
    if (!order) return
    event.stopImmediatePropagation()
    stage.moment ??= order.moment
    const answers = await stage.take(['move', order.moment.elapsed])
    starter.postMessage({ captureStage: { turn: order.turn, answers: answers.flat() } })
  }

  const close = scope.close.bind(scope)
  scope.close = () => {
    for (const starter of starters) starter.postMessage({ captureStage: { closed: true } })
    close()
  }
  if (scope.postMessage) {
    const starter = { postMessage: scope.postMessage.bind(scope) }
    starters.add(starter)
    scope.addEventListener('message', (/** @type {any} */ event) => obey(event, starter))
    starter.postMessage({ captureStage: { ready: true } })
  }
  scope.addEventListener('connect', (/** @type {any} */ { ports: [starter] }) => {
    const { port1, port2 } = new MessageChannel()
    starters.add(starter)
    port1.onmessage = event => obey(event, starter)
    starter.postMessage({ captureStage: { ready: true } }, [port2])
  })
}

/**
 * Gathers what workers answer to messages of animation frames.
 * @param {Stage} stage
 */
function awaitWorkers(stage) {
  stage.cues.move.push(() => (stage.pinned ? stage.gather?.() : undefined))
}

/**
 * A canvas that a worker draws on is presented with the browser's next frame.
 * @param {Stage} stage
 */
function awaitCanvas({ cues, paint, wait }) {
  let draws = false
  const { getContext } = OffscreenCanvas.prototype
  OffscreenCanvas.prototype.getContext = function (/** @type {any[]} */ ...args) {
    draws = true
    return Reflect.apply(getContext, this, args)
  }
  cues.move.push(() => (draws && paint ? Promise.race([new Promise(paint), wait(100)]).then(() => {}) : undefined))
}

/**
 * Puts the stage before the scripts of workers that come over the network; also of shared and nested workers, and of
 * what they import, since imports run first.
 * @param {Page} page
 */
async function stageWorkers(page) {
  const session = await page.context().browser()?.newBrowserCDPSession()
  if (!session) return
  session.on('Fetch.requestPaused', async ({ requestId, responseStatusCode, responseHeaders = [] }) => {
    try {
      const isScript = responseHeaders.some(({ name, value }) => /^content-type$/i.test(name) && /script/i.test(value))
      if (responseStatusCode !== 200 || !isScript) throw new Error('not a script')
      const stage = await page.evaluate(() => window.captureStage.workerScript())
      const { body, base64Encoded } = await session.send('Fetch.getResponseBody', { requestId })
      const script = Buffer.from(body, base64Encoded ? 'base64' : 'utf8').toString()
      const strict = /^\s*['"]use strict/.test(script) ? "'use strict';" : ''
      await session.send('Fetch.fulfillRequest', {
        requestId,
        responseCode: 200,
        responseHeaders: responseHeaders.filter(({ name }) => !/^content-(length|encoding)$/i.test(name)),
        body: Buffer.from(`${strict}${stage};${script}`).toString('base64'),
      })
    } catch {
      await session.send('Fetch.continueRequest', { requestId }).catch(() => {})
    }
  })
  await session.send('Fetch.enable', { patterns: [{ resourceType: 'Other', requestStage: 'Response' }] })
}

export { awaitCanvas, awaitWorkers, followStarter, leadWorkers, stageWorkers, startWorkers }
