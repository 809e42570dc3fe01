// Workers of this page or worker: those from blobs start with the agent, and shared ones are moved over a channel.
import { wait } from './browser-time.mjs'

const moveChannel = new BroadcastChannel('captureAgent')
/** @type {Set<string>} */
const sharedWorkers = new Set()
let unmoved = 0
let reportMoved = () => {}

/**
 * Replaces the constructors.
 *
 * @param {() => string} agentCode
 * @param {(elapsed: number) => Promise<unknown>} moveTo
 */
export function watchWorkers(agentCode, moveTo) {
  /** @type {Map<string, Blob>} */
  const blobs = new Map()
  const { createObjectURL } = URL
  URL.createObjectURL = object => {
    const address = createObjectURL(object)
    if (object instanceof Blob) blobs.set(address, object)
    return address
  }
  /** @param {unknown} address */
  function addAgent(address) {
    const blob = blobs.get(String(address))
    return blob ? createObjectURL(new Blob([agentCode(), blob], { type: blob.type })) : address
  }
  replaceConstructor('Worker', addAgent)
  replaceConstructor('SharedWorker', address => {
    sharedWorkers.add(String(address))
    return address
  })

  moveChannel.onmessage = async ({ data: elapsed }) => {
    if (elapsed === null) {
      unmoved -= 1
      if (unmoved === 0) reportMoved()
    } else if ('onconnect' in self) {
      await moveTo(elapsed)
      moveChannel.postMessage(null)
    }
  }
}

/** @param {'Worker' | 'SharedWorker'} name @param {(address: unknown) => unknown} replaceAddress */
function replaceConstructor(name, replaceAddress) {
  if (!(name in self)) return
  /** @type {ProxyHandler<typeof Worker>['construct']} */
  const construct = (target, [address, ...options], made) => {
    const replaced = replaceAddress(address)
    try {
      return Reflect.construct(target, [replaced, ...options], made)
    } catch {
      // Trusted Types accept only the page's own address.
      return Reflect.construct(target, [address, ...options], made)
    }
  }
  Reflect.set(self, name, new Proxy(Reflect.get(self, name), { construct }))
}

/** Moves the shared workers; waits for them up to a second. @param {number} elapsed */
export async function moveSharedWorkers(elapsed) {
  unmoved = sharedWorkers.size
  if (unmoved === 0) return
  /** @type {Promise<void>} */
  const moved = new Promise(resolve => {
    reportMoved = resolve
  })
  moveChannel.postMessage(elapsed)
  await Promise.race([moved, wait(1000)])
}
