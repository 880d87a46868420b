const errands = new Set<() => Promise<unknown>>()

/** For what a person said and the server has not heard: it is done before they are signed out, which forgets it. */
export function beforeLogout(errand: () => Promise<unknown>): void {
  errands.add(errand)
}

/** What takes longer than this is given up. */
const within = 1500

export async function runLastErrands(): Promise<void> {
  if (errands.size === 0) return
  await Promise.race([Promise.allSettled([...errands].map((errand) => errand())), new Promise((resolve) => setTimeout(resolve, within))])
}
