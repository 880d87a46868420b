type LimitedOption = { id: string; hasWaitlist: boolean }

export type OptionPlaces = {
  /** "12 left", "full", or "full · join line". Empty without a limit. */
  text: string
  isFull: boolean
  /** It is full and has no line. */
  isClosed: boolean
}

/** How many places of an option are left, in words. */
export function writeLeft({ id, hasWaitlist }: LimitedOption, left: ReadonlyMap<string, number>): OptionPlaces {
  const count = left.get(id)
  if (count === undefined) return { text: '', isFull: false, isClosed: false }
  if (count > 0) return { text: `${count.toLocaleString('en-US')} left`, isFull: false, isClosed: false }
  return { text: hasWaitlist ? 'full · join line' : 'full', isFull: true, isClosed: !hasWaitlist }
}
