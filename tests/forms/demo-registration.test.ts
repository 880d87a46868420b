import { env } from 'cloudflare:workers'
import { beforeAll, expect, it } from 'vitest'
import type { SubmissionOverview, SubmissionPage } from '../../domain/forms/submission-list-contract.ts'
import { writeAnswer } from '../../domain/forms/write-answer.ts'
import type { RosterGuestPage } from '../../domain/roster/contract.ts'
import type { SeasonGuestPage } from '../../domain/seasons/contract.ts'
import { dateText } from '../../domain/time/clock.ts'
import { day } from '../../domain/time/spans.ts'
import { openPrimary } from '../../worker/platform/database.ts'
import { enter, rowsOf } from '../profiles/people.ts'
import { collectLog } from '../setup/log.ts'
import { buildWorld } from '../world/build-world.ts'
import { writeRegistration } from '../world/registration-form.ts'
import { addForm, childName, decide, formId, juniorSeason, noteCash, parentId, sendRegistration } from '../world/send-registration.ts'

collectLog()

beforeAll(async () => {
  await buildWorld(env.DB, ['cities:some', 'people', 'crowd', 'teams', 'seasons', 'smashers'])
  // The plan and the account come from the Stripe of the sandbox, which does not run here.
  await rowsOf("UPDATE teams SET plan = 'VARSITY' WHERE id = 'sunset-smashers'")
  await rowsOf(
    `INSERT INTO payout_accounts (user_id, stripe_id, kind, country, currency, charges_enabled, details_submitted, payouts_enabled,
        currently_due, created_at, read_at)
      VALUES ('demo-host', 'acct_demo', 'NEW', 'US', 'usd', 1, 1, 1, '[]', 1, 1)`,
  )
})

it('The child whom a member of Sunset Smashers sends with the form is in the list of submissions and on the roster', async () => {
  const db = openPrimary(env.DB)
  const now = Date.now()
  await addForm(db, now - 20 * day, formId, writeRegistration(dateText(Math.floor(now / day) + 45), juniorSeason), { needsApproval: true })
  const [parent] = await rowsOf('SELECT display_name AS name FROM users WHERE id = ?', parentId)
  const sender = { person: parentId, name: String(parent?.name), number: 3, size: 'os' }
  const id = await sendRegistration(db, { ...sender, at: now - 12 * day })
  await sendRegistration(db, { person: null, name: 'Cleo Marsh', number: 4, size: 'om', at: now - 10 * day })
  const host = await enter('demo-host')
  const read = async <T>(path: string) => (await host.ask(`/api/${path}`)).json<T>()
  const onRoster = async () => (await read<SeasonGuestPage>(`seasons/${juniorSeason}/guests`)).guests.map(({ name }) => name)
  expect(await onRoster()).toEqual([])

  await decide(db, now - 11 * day, [id], { do: 'accept' })
  await noteCash(db, now - 11 * day, id, [0])
  const { content } = await read<SubmissionOverview>(`forms/${formId}/submissions/overview`)
  const kids = content.pages.flatMap(({ fields }) => fields).find(({ id: field }) => field === 'fkids')
  const { submissions } = await read<SubmissionPage>(`forms/${formId}/submissions`)
  const rows = submissions.map(({ label, state, answers }) => [label, state, kids && writeAnswer(kids, answers[kids.id], 'usd')])
  const child = `${childName} ${sender.name.split(' ').at(-1)}`
  expect(rows).toEqual([
    ['Cleo Marsh', 'asked', ''],
    [sender.name, 'accepted', expect.stringContaining(childName)],
  ])
  expect(await onRoster()).toEqual([child])
  const { guests } = await read<RosterGuestPage>('teams/sunset-smashers/guests')
  expect(guests.filter(({ name }) => name === child)).toMatchObject([{ isChild: true, guardian: { id: parentId } }])
})
