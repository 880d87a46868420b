/** A card always has this height, so that the messages around it do not move. */
export const gameCardClasses = 'mt-1.5 mb-1 h-35 max-w-md rounded-control border border-line bg-card p-3'

export const GameCardLoading = () => <div className={gameCardClasses} aria-busy />
