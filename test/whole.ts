// Whether the large matrices run whole.

/** Set by `npm run verify`; without it a sample of each matrix runs. */
export const whole = process.env.VERIFY === 'whole'
