/**
 * Who fills a form by the code that hosts show at check-in: an entry in the game, and which of its guests, from 1. 0 is whoever has an entry of
 * their own without an account. Only the hosts and the player know the id of the entry.
 */
export type GameGuest = { joinerId: string; number: number }

/** In addresses and requests. */
export const writtenGameGuest = /^([\w-]{1,64})\.(\d{1,2})$/

export const writeGameGuest = ({ joinerId, number }: GameGuest): string => `${joinerId}.${number}`

export function readGameGuest(text: string | undefined): GameGuest | null {
  const [, joinerId, number] = writtenGameGuest.exec(text ?? '') ?? []
  return joinerId === undefined ? null : { joinerId, number: Number(number) }
}

/** Those whose name is not among the others, each name as often as it is in the list. */
export function leaveOut(names: readonly string[], others: readonly string[]): { name: string; number: number }[] {
  const left = [...others]
  return names.flatMap((name, index) => {
    const at = left.indexOf(name)
    if (at === -1) return [{ name, number: index + 1 }]
    left.splice(at, 1)
    return []
  })
}
