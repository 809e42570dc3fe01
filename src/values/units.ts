// Units of memory and time.
export const mebibyte = 1_048_576
export const secondMs = 1000
export const minuteMs = 60_000
export const dayMs = 86_400_000
