export const nextGameClasses = 'flex min-h-16 items-center gap-3 border-b border-line bg-card px-4.5 py-2 sm:px-7'

/** Keeps the place of the next game, so that the messages below do not move. */
export const NextGameLoading = () => <div className={nextGameClasses} aria-busy />
