// The colours at the foot of a page: corners of sRGB, greys, brand colours and skin tones.

/** sRGB, from the left. */
export const patches = [
  '#000000',
  '#ffffff',
  '#ff0000',
  '#00ff00',
  '#0000ff',
  '#ffff00',
  '#00ffff',
  '#ff00ff',
  '#808080',
  '#404040',
  '#c0c0c0',
  '#6d28d9',
  '#f59e0b',
  '#0f766e',
  '#e8b89a',
  '#1e293b',
] as const
