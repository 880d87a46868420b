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

/** Reads from the API of a local Worker as this person, with the number of rows that it read for the answer. */
export async function readAs(url: string, viewer: object, path: string): Promise<{ answer: unknown; rowsRead: number }> {
  const response = await fetch(`${url}${path}`, { headers: { cookie: await signIn(url, viewer) } })
  const rowsRead = /rows read (\d+)/.exec(response.headers.get('server-timing') ?? '')?.[1]
  if (!response.ok || rowsRead === undefined) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return { answer: await response.json(), rowsRead: Number(rowsRead) }
}
