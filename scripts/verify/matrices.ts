// Every large matrix: its name, what it asks, and the tests that run it.

export interface Matrix {
  readonly asks: string
  /** Relative to the project. */
  readonly file: string
}

/** In the order in which they run. */
export const matrices: ReadonlyMap<string, Matrix> = new Map(
  Object.entries({
    palettes: { asks: 'do themes of palettes of every kind hold their contrast', file: 'test/theme.test.ts' },
    contrast: { asks: 'and on the pixels of pages as they are painted', file: 'test/pixel-contrast.test.ts' },
    frameworks: { asks: 'are our subsets the frameworks', file: 'test/frameworks.test.ts' },
    pages: { asks: 'are pages valid, accessible and in place', file: 'test/pages.test.ts' },
    injection: { asks: 'does a hostile string run in a page', file: 'test/injection.test.ts' },
    playground: { asks: 'is every state of the playground right', file: 'test/playground.test.ts' },
    docs: { asks: 'is the API reference accessible', file: 'test/docs.test.ts' },
    stability: { asks: 'does a picture always give the same style', file: 'test/stability.test.ts' },
    addresses: { asks: 'does a hostile address reach the inside', file: 'test/hostile-addresses.test.ts' },
    bodies: { asks: 'does a hostile host or file do harm', file: 'test/hostile-bodies.test.ts' },
    records: { asks: 'do databases keep hostile strings alike', file: 'test/hostile-records.test.ts' },
    fuzz: { asks: 'is every request answered by the contract', file: 'test/fuzz.test.ts' },
    kill: { asks: 'is anything lost that was acknowledged', file: 'test/durability.test.ts' },
    restart: { asks: 'does a rolling restart fail a request', file: 'test/balancer.test.ts' },
    capture: { asks: 'does the script end well on hostile pages', file: 'test/capture-hostile.test.ts' },
    clocks: { asks: 'is every clock of a film at its time', file: 'test/clocks.test.ts' },
    container: { asks: 'does the image run where little is allowed', file: 'scripts/verify/container.ts' },
    nodes: { asks: 'does the build run on every Node', file: 'scripts/verify/nodes.ts' },
  }),
)
