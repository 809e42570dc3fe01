// What ffmpeg tells about a file while it reads it.

export interface VideoLog {
  /** Length by the file's header, seconds; 0 when it has none. */
  readonly duration: number
  /** When the last frame of all was met, seconds; 0 when only some keyframes were read. */
  readonly end: number
  readonly fps: number
  readonly codec: string
  /** Size of the frames as they are coded, px; 0 when there is no video. */
  readonly codedWidth: number
  readonly codedHeight: number
  /** Size of the upright frames, px; 0 when none was decoded. */
  readonly width: number
  readonly height: number
  /** Matrix of the colours, when the file names one. */
  readonly colorSpace: string
  /** When each decoded frame is shown, seconds from the start of the video. */
  readonly times: readonly number[]
}

/** Longest line that is looked at; metadata can be of any length. */
const longest = 4096

const durationLine = /^ {2}Duration: (\d+):(\d\d):(\d\d\.\d+)/
const endLine = /^(?:frame|size)=.* time=(\d+):(\d\d):(\d\d\.\d+)/
const streamLine = /^ {2}Stream #0:\d+.*?: Video: (\w+).*?, (\d+)x(\d+)/
const rate = /, ([\d.]+)(k?) fps/
const matrix = /\b(bt709|bt2020nc|bt2020c|smpte170m|bt470bg|smpte240m|fcc|gbr)\b/
const frameLine = /^\[Parsed_showinfo.*\] n: *\d+ .*pts_time:(\S+) .*\bs:(\d+)x(\d+)/

const number = (text: string | undefined): number => Number(text) || 0

/** Seconds of a line with hours, minutes and seconds; 0 for any other. */
const clock = (pattern: RegExp, line: string): number => {
  const [, hours, minutes, seconds] = pattern.exec(line) ?? []
  return number(hours) * 3600 + number(minutes) * 60 + number(seconds)
}

/** Collects the log line by line. */
export const createLog = () => {
  const times: number[] = []
  let facts: Omit<VideoLog, 'times'> = {
    duration: 0,
    end: 0,
    fps: 0,
    codec: 'unknown',
    codedWidth: 0,
    codedHeight: 0,
    width: 0,
    height: 0,
    colorSpace: 'yuv',
  }
  let rest = ''

  const readStream = (line: string): void => {
    const [, codec = '', width, height] = streamLine.exec(line) ?? []
    if (codec === '' || facts.codedWidth > 0) return
    const [, value, kilo] = rate.exec(line) ?? []
    facts = {
      ...facts,
      codec: codec.slice(0, 32),
      codedWidth: number(width),
      codedHeight: number(height),
      fps: number(value) * (kilo === 'k' ? 1000 : 1),
      colorSpace: matrix.exec(line)?.[1] ?? facts.colorSpace,
    }
  }

  const readLine = (line: string): void => {
    const [, time, width, height] = frameLine.exec(line) ?? []
    if (time !== undefined) {
      times.push(Math.max(0, number(time)))
      if (times.length === 1) facts = { ...facts, width: number(width), height: number(height) }
      return
    }
    facts = {
      ...facts,
      duration: facts.duration || clock(durationLine, line),
      end: Math.max(facts.end, clock(endLine, line)),
    }
    readStream(line)
  }

  return {
    /** Takes the next piece of the log. */
    add: (text: string): void => {
      const lines = (rest + text).split('\n')
      rest = lines.splice(-1).join('').slice(0, longest)
      for (const line of lines) readLine(line.slice(0, longest))
    },
    read: (): VideoLog => ({ ...facts, times }),
  }
}
