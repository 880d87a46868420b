/** Signs in as this person at a local Worker. Returns the cookie. */
export async function signIn(url: string, viewer: object): Promise<string> {
  const signedIn = await fetch(`${url}/api/_local/session`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ viewer }),
  })
  const cookie = signedIn.headers.getSetCookie().find((line) => line.startsWith('authjs.session-token='))
  return cookie?.split(';')[0] ?? ''
}

type Read = { answer: unknown; rowsRead: number; roundTrips: number }

/** Reads from the API of a local Worker as this person, with how many rows it read for the answer, in how many round trips. */
export async function readAs(url: string, viewer: object, path: string): Promise<Read> {
  const response = await fetch(`${url}${path}`, { headers: { cookie: await signIn(url, viewer) } })
  const [, rowsRead, roundTrips] = /rows read (\d+), round trips (\d+)/.exec(response.headers.get('server-timing') ?? '') ?? []
  if (!response.ok || rowsRead === undefined) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return { answer: await response.json(), rowsRead: Number(rowsRead), roundTrips: Number(roundTrips) }
}
