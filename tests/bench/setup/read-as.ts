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

type Counted = { answer: unknown; rowsRead: number; roundTrips: number; rowsWritten: number }

/** Asks the API of a local Worker as this person, and counts the rows that it read and wrote for the answer, in how many round trips. */
async function askAs(url: string, viewer: object, path: string, init: RequestInit): Promise<Counted> {
  const headers = { cookie: await signIn(url, viewer), origin: url, 'content-type': 'application/json' }
  const response = await fetch(`${url}${path}`, { ...init, headers })
  const counts = /rows read (\d+), round trips (\d+), rows written (\d+)/.exec(response.headers.get('server-timing') ?? '')
  if (!response.ok || !counts) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  const [, rowsRead, roundTrips, rowsWritten] = counts.map(Number)
  return { answer: await response.json(), rowsRead: rowsRead ?? 0, roundTrips: roundTrips ?? 0, rowsWritten: rowsWritten ?? 0 }
}

export const readAs = (url: string, viewer: object, path: string) => askAs(url, viewer, path, {})

export const sendAs = (url: string, viewer: object, method: 'POST' | 'PUT', path: string, json: object) =>
  askAs(url, viewer, path, { method, body: JSON.stringify(json) })
