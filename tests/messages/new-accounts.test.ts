import { expect, it } from 'vitest'
import type { Viewer } from '../../domain/access/contract.ts'
import { maxPerDayOf } from '../../domain/outreach/limits.ts'
import { day } from '../../domain/time/spans.ts'
import { ask, readProblem } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { listOf, makeFriends, makePerson, runSql, startDirect } from './people.ts'

collectLog()

const maxWhenNew = maxPerDayOf('messageRequest', true)

const makeStrangers = (count: number) => Promise.all(Array.from({ length: count }, () => makePerson('Stranger')))
const setAccount = (viewer: Viewer, createdAt: number, verifiedAt: number | null) =>
  runSql('UPDATE users SET created_at = ?, email_verified_at = ? WHERE id = ?', createdAt, verifiedAt, viewer.id)

const newAccounts: [kind: string, createdAt: () => number, verifiedAt: number | null][] = [
  ['younger than a day', () => Date.now() - day + 60_000, 1],
  ['without a verified email', () => 1, null],
]

it.each(newAccounts)('An account %s starts only a few conversations with strangers a day', async (_, createdAt, verifiedAt) => {
  const { anna, ben } = await makeFriends()
  // The session of a test also decides whether the email is verified.
  const sender = { ...anna, emailVerified: verifiedAt !== null }
  await setAccount(anna, createdAt(), verifiedAt)
  const strangers = await makeStrangers(maxWhenNew + 2)
  // All at the same moment, so that parallel requests cannot pass the limit together.
  const answers = await Promise.all(strangers.map(({ id }) => startDirect(sender, id)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(maxWhenNew)
  const refused = answers.find(({ status }) => status !== 200)
  expect(refused && (await readProblem(refused))).toMatchObject({ code: 'TooMuchOutreach', status: 429 })
  // People whom they know are no strangers, and a conversation that is open stays so.
  expect((await startDirect(sender, ben.id)).status).toBe(200)
  const open = strangers[answers.findIndex(({ status }) => status === 200)]
  expect((await startDirect(sender, open?.id ?? '')).status).toBe(200)
  await setAccount(anna, Date.now() - day - 1, 1)
  const later = strangers[answers.findIndex(({ status }) => status !== 200)]
  expect((await startDirect(anna, later?.id ?? '')).status).toBe(200)
})

it.each(newAccounts)('An account %s adds only a few strangers to groups a day, in one or in many', async (_, createdAt, verifiedAt) => {
  const { anna, ben } = await makeFriends()
  const sender = { ...anna, emailVerified: verifiedAt !== null }
  await setAccount(anna, createdAt(), verifiedAt)
  const startGroup = (viewer: Viewer, ...people: Viewer[]) =>
    ask('/api/conversations/groups', { method: 'POST', viewer, json: { name: 'Trip', userIds: people.map(({ id }) => id) } })
  const max = maxPerDayOf('groupAdd', true)
  const strangers = await makeStrangers(max + 2)
  expect((await startGroup(sender, ...strangers.slice(0, max + 1))).status, 'all in one group').toBe(429)
  const answers = await Promise.all(strangers.map((stranger) => startGroup(sender, ben, stranger)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(max)
  const refused = answers.find(({ status }) => status !== 200)
  expect(refused && (await readProblem(refused))).toMatchObject({ code: 'TooMuchOutreach', status: 429 })
  expect((await listOf(ben)).length, 'nothing is left of a group that was refused').toBe(max)
  // People whom they know are no strangers.
  expect((await startGroup(sender, ben)).status).toBe(200)
  await setAccount(anna, Date.now() - day - 1, 1)
  const later = strangers[answers.findIndex(({ status }) => status !== 200)]
  expect(later && (await startGroup(anna, ben, later)).status).toBe(200)
})
