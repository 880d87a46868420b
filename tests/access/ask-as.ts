import type { Viewer } from '../../domain/access/contract.ts'
import { asAdmin, ask, personA, personB } from '../setup/client.ts'
import type { AccessCase, ViewerKind } from './access-case.ts'
import { addAccessData, buildAccessData } from './access-data.ts'

const complete = (letter: string): Viewer => ({
  id: `person-${letter}`,
  name: `Person ${letter.toUpperCase()}`,
  emailVerified: true,
  profileComplete: true,
})

export const viewers: Record<Exclude<ViewerKind, 'anonymous' | 'operator'>, Viewer> = {
  member: personB,
  stranger: complete('f'),
  mate: complete('c'),
  scorekeeper: complete('l'),
  treasurer: complete('n'),
  coach: complete('o'),
  captain: complete('i'),
  organizer: complete('j'),
  former: complete('k'),
  blocked: complete('g'),
  blocker: complete('h'),
  owner: personA,
  moderator: complete('m'),
  admin: { ...complete('admin'), id: 'demo-admin' },
}

/** Whether a request has changed data since it was added. Requests that only read or are refused change nothing. */
let hasChangedData = true

/** Builds the data for a test file. All files share this module, so another file may have added the data to its own database. */
export async function buildData(): Promise<void> {
  await buildAccessData()
  await addAccessData()
  hasChangedData = false
}

/** Adds the data again if a request has changed it. */
export async function renewData(): Promise<void> {
  if (hasChangedData) await addAccessData()
  hasChangedData = false
}

/** Sends the request as a viewer of this kind. */
export async function askAs(request: AccessCase['request'], kind: ViewerKind): Promise<Response> {
  const viewer = kind === 'anonymous' || kind === 'operator' ? null : viewers[kind]
  const { path, headers = {}, ...init } = request(viewer?.id ?? '')
  const answer = await ask(path, { ...init, headers: { ...headers, ...(kind === 'operator' ? asAdmin : {}) }, viewer })
  if (answer.ok && init.method !== undefined && init.method !== 'GET') hasChangedData = true
  return answer
}
