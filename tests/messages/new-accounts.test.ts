import { expect, it } from 'vitest'
import type { Viewer } from '../../domain/access/contract.ts'
import { maxPerDayOf } from '../../domain/outreach/limits.ts'
import { day } from '../../domain/time/spans.ts'
import { readProblem } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { makeFriends, makePerson, runSql, startDirect } from './people.ts'

collectLog()

const maxWhenNew = maxPerDayOf('messageRequest', true)

const makeStrangers = (count: number) => Promise.all(Array.from({ length: count }, () => makePerson('Stranger')))
const setAccount = (viewer: Viewer, createdAt: number, verifiedAt: number | null) =>
  runSql('UPDATE users SET created_at = ?, email_verified_at = ? WHERE id = ?', createdAt, verifiedAt, viewer.id)

it.each([
  ['younger than a day', () => Date.now() - day + 60_000, 1],
  ['without a verified email', () => 1, null],
])('An account %s starts only a few conversations with strangers a day', async (_, createdAt, verifiedAt) => {
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
