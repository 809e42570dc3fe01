// How long the end of the process may take.

/**
 * Milliseconds, counted from the end of the drain. Fetch and provider give up after 15 and 12 s by default, so that an answer that was
 * under way is worth 20; then its connection is cut, and whatever still stands ends the process 5 s later.
 */
export const patience = { answers: 20_000, all: 25_000 } as const
