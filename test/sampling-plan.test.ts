// Which frames of a film are decoded, in how many parts, within a budget.
import t from 'tap'
import { type Packet, shownPackets } from '../src/image/ffprobe.ts'
import { planSamples, type SamplingOptions } from '../src/image/sampling-plan.ts'

/** Packets of one second each by letters: k is a keyframe, d is not shown. */
function packetsOf(letters: string, times: readonly number[] = [...letters].map((_, at) => at)): readonly Packet[] {
  return [...letters].map((letter, at) => {
    const timestamp = Number(times[at])
    return {
      index: at,
      timestamp,
      time: timestamp,
      duration: 1,
      bytes: 1,
      isKey: letter === 'k',
      isShown: letter !== 'd',
    }
  })
}

const ms = 1e6

/** A frame takes a second unless it is said otherwise. */
function planOf(packets: readonly Packet[], options: Partial<SamplingOptions> = {}) {
  const { parts, samples } = planSamples(
    { packets, shown: shownPackets(packets), tick: 1, begin: 0 },
    {
      ...{ count: 4, duration: packets.length, budget: 100_000 * ms, costOf: () => 1000 * ms },
      ...{ maxKeyframes: 0, canSkip: true, isKeyframesOnly: false },
      ...options,
    },
  )
  return {
    samples: samples.map(({ timestamp }) => timestamp),
    parts: parts.map(({ from, wanted, skip }) => [from, wanted, ...(skip === 'default' ? [] : [skip])]),
  }
}

t.test('parts begin at the keyframes before the points in time', async t => {
  t.same(planOf(packetsOf('kppppppppkppppppppppkppppppppkpppppppppp'), { budget: 200_000 * ms }), {
    samples: [5, 15, 25, 35],
    parts: [
      [undefined, [5]],
      [20, [25]],
      [9, [15]],
      [29, [35]],
    ],
  })
})

t.test('frames are decoded in one part where that takes less time', async t => {
  t.same(planOf(packetsOf('kppppppppppp')).parts, [[undefined, [1, 4, 7, 10]]])
  const short = planOf(packetsOf('kppkppkppkpp'), { costOf: () => ms, maxKeyframes: 3 })
  t.same(short.parts, [[undefined, [0, 1, 4, 6, 7, 10]]], 'with keyframes, every second one')
})

t.test('a frame that is shown before the keyframe it follows needs the keyframe before', async t => {
  const packets = packetsOf('kpppkp', [0, 1, 2, 3, 5, 4])
  t.same(planOf(packets, { count: 1, duration: 8.2 }).parts, [[undefined, [4]]])
  t.same(planOf(packets, { count: 1, duration: 10.2 }).parts, [[5, [5]]])
})

t.test('where that takes long, keyframes near the points in time stand for them', async t => {
  const packets = packetsOf('kpppppppkpppppppkppppppp')
  t.same(planOf(packets, { budget: 3000 * ms }), {
    samples: [3, 9, 15, 21],
    parts: [
      [8, [8], 'noref'],
      [16, [16], 'noref'],
    ],
  })
  const one = packetsOf('kppppppppppppppppppppppp')
  t.same(planOf(one, { budget: 7000 * ms }).parts, [[undefined, [3, 9], 'noref']], 'the others are left out')
  t.same(planOf(one, { budget: 0 }).parts, [[undefined, [0]]])
})

t.test('decoders that can only skip give keyframes', async t => {
  const packets = packetsOf('kpppppppkpppppppkppppppp')
  t.same(planOf(packets, { isKeyframesOnly: true }).parts, [
    [8, [8], 'nokey'],
    [16, [16], 'nokey'],
  ])
  t.same(planOf(packets.slice(1, 8), { isKeyframesOnly: true }).parts, [[undefined, [1], 'nokey']])
})

t.test('keyframes are a part of their own, unless the decoder cannot skip the other frames', async t => {
  const packets = packetsOf(`k${'p'.repeat(50)}`.repeat(4))
  const keyframes = { count: 1, maxKeyframes: 9 } as const
  t.same(planOf(packets, keyframes).parts, [
    [102, [102]],
    [undefined, [0, 51, 102, 153], 'nokey'],
  ])
  t.same(planOf(packets, { ...keyframes, canSkip: false }).parts, [[102, [102]]])
})

t.test('frames that an edit list leaves out are decoded, but not taken', async t => {
  t.same(planOf(packetsOf('ddddpppp'), { duration: 4 }).samples, [4, 4, 4, 4])
  t.same(planOf(packetsOf('dddd')).samples, [0, 1, 2, 3], 'unless nothing else is there')
})
