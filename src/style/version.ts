// Version of the analysis: part of every analysis id, so it moves whenever any answer may change.
export const analyserVersion = '1.3.0'
