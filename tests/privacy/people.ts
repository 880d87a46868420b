import { env } from 'cloudflare:workers'
import type { Viewer } from '../../domain/access/contract.ts'
import { canonicalAddress } from '../../domain/mail/rules.ts'
import type { BlockPage } from '../../domain/privacy/contract.ts'
import type { Face } from '../../domain/profiles/contract.ts'
import type { UserList } from '../../domain/user-lists/contract.ts'
import { upsertPerson } from '../../worker/accounts/upsert-person.ts'
import { runBatch } from '../../worker/platform/batch.ts'
import { wrapDatabase } from '../../worker/platform/database.ts'
import { indexName } from '../../worker/profiles/index-name.ts'
import { ask } from '../setup/client.ts'

export const db = wrapDatabase(env.DB)

let people = 0

/** Adds a person with an account whom the search finds by name. Their email is `<id>@local.test`. */
export async function addPerson(name: string, id = `someone-${++people}`): Promise<Viewer> {
  await upsertPerson(db, { id, email: emailOf(id), name, emailVerified: true, profileComplete: true }, Date.now())
  await runBatch(db, { indexed: indexName(id, name) })
  return { id, name, emailVerified: true, profileComplete: true }
}

export const emailOf = (id: string) => `${id}@local.test`
export const emailKeyOf = (id: string) => canonicalAddress(emailOf(id))

export const deleteAccount = (id: string) =>
  env.DB.prepare('UPDATE users SET deleted_at = 1, display_name = NULL, photo_key = NULL WHERE id = ?').bind(id).run()

export const block = (viewer: Viewer, json: { userIds?: string[]; listItemIds?: string[] }) =>
  ask('/api/privacy/blocks', { viewer, method: 'POST', json })

export const listBlocks = async (viewer: Viewer): Promise<BlockPage['blocklist']> =>
  (await (await ask('/api/privacy/blocks', { viewer })).json<BlockPage>()).blocklist

export const unblock = (viewer: Viewer, id: string) => ask(`/api/privacy/blocks/${id}`, { viewer, method: 'DELETE' })

export async function searchNames(viewer: Viewer, q: string): Promise<string[]> {
  const answer = await ask(`/api/people?q=${encodeURIComponent(q)}`, { viewer })
  if (!answer.ok) throw new Error(await answer.text())
  return (await answer.json<{ people: Face[] }>()).people.map(({ name }) => name)
}

export async function makeList(viewer: Viewer, name = 'Tuesdays'): Promise<string> {
  const answer = await ask('/api/user-lists', { viewer, method: 'POST', json: { name } })
  return (await answer.json<{ uid: string }>()).uid
}

export const addToList = (viewer: Viewer, list: string, json: { userId: string } | { email: string }) =>
  ask(`/api/user-lists/${list}/items`, { viewer, method: 'POST', json })

/** Adds an entry and returns its id. */
export async function putOnList(viewer: Viewer, list: string, json: { userId: string } | { email: string }): Promise<string> {
  const answer = await addToList(viewer, list, json)
  if (answer.status !== 201) throw new Error(await answer.text())
  return (await answer.json<{ id: string }>()).id
}

export const readList = async (viewer: Viewer, list: string): Promise<UserList> => (await ask(`/api/user-lists/${list}`, { viewer })).json()
