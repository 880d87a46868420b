import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import type { OpenForm } from '../../domain/forms/fill-contract.ts'
import type { SubmissionPayment } from '../../domain/forms/payment-contract.ts'
import { submissionStates } from '../../domain/forms/submission-contract.ts'
import type { SubmissionOverview, SubmissionPage, SubmissionRow } from '../../domain/forms/submission-list-contract.ts'
import type { WaiverPage } from '../../domain/forms/waiver-contract.ts'
import { writeAnswer } from '../../domain/forms/write-answer.ts'
import type { RosterGuestPage } from '../../domain/roster/contract.ts'
import type { SeasonGuestPage } from '../../domain/seasons/contract.ts'
import { day, hour, minute } from '../../domain/time/spans.ts'
import { openPrimary } from '../../worker/platform/database.ts'
import { enter, rowsOf } from '../profiles/people.ts'
import { collectLog } from '../setup/log.ts'
import { buildWorld } from '../world/build-world.ts'
import { addSubmissions, ownId } from '../world/demo-submissions.ts'
import { childName, formId, juniorSeason, noteCash, parentId } from '../world/send-registration.ts'

collectLog()

const now = Date.now()

beforeAll(async () => {
  await buildWorld(env.DB, ['cities:some', 'people', 'crowd', 'teams', 'seasons', 'smashers'])
  // The plan and the account come from the Stripe of the sandbox, which does not run here.
  await rowsOf("UPDATE teams SET plan = 'VARSITY' WHERE id = 'sunset-smashers'")
  await rowsOf(
    `INSERT INTO payout_accounts (user_id, stripe_id, kind, country, currency, charges_enabled, details_submitted, payouts_enabled,
        currently_due, created_at, read_at)
      VALUES ('demo-host', 'acct_demo', 'NEW', 'US', 'usd', 1, 1, 1, '[]', 1, 1)`,
  )
  const db = openPrimary(env.DB)
  await addSubmissions(db, now, () => noteCash(db, now, ownId, [0]))
})

async function readAs<T>(person: string, path: string): Promise<T> {
  const answer = await (await enter(person)).ask(`/api/${path}`)
  expect(answer.status, path).toBe(200)
  return answer.json()
}

async function listAll(): Promise<SubmissionRow[]> {
  const rows: SubmissionRow[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: SubmissionPage = await readAs('demo-host', `forms/${formId}/submissions${cursor && `?cursor=${cursor}`}`)
    rows.push(...page.submissions)
    cursor = page.next
  }
  return rows
}

describe('The registration of the demo', () => {
  it('has 60 submissions in every state, of which the one of the demo player is the last', async () => {
    const rows = await listAll()
    expect(rows).toHaveLength(60)
    expect(rows.filter(({ sentAt }) => sentAt >= now)).toEqual([])
    expect(rows[0]).toMatchObject({ id: ownId, label: 'Maya Rivera' })
    const { counts } = await readAs<SubmissionOverview>('demo-host', `forms/${formId}/submissions/overview`)
    expect(counts.map(({ state }) => state).toSorted()).toEqual(submissionStates.toSorted())
  })

  it('has some that are still to be paid when those who had an hour have not paid', async () => {
    const until = async (time: number) =>
      (await rowsOf("SELECT 1 FROM submissions WHERE form_id = ? AND state = 'paying' AND pay_until > ?", formId, time)).length
    expect([await until(now), await until(now + hour), await until(now + day - minute)]).toEqual([6, 2, 2])
  })

  it('has one shirt size that is full, and one for which people wait', async () => {
    const { left } = await readAs<OpenForm>('demo-player', `forms/${formId}`)
    const leftOf = (option: string) => left.find((one) => one.field === 'fsize' && one.option === option)?.left
    expect(leftOf('oxl')).toBe(0)
    expect(leftOf('ol')).toBeLessThan(0)
    expect(leftOf('om')).toBeGreaterThan(0)
  })

  it('has a submission of the demo player, with a balance that is due later and a waiver that leads to it', async () => {
    const { parts } = await readAs<SubmissionPayment>('demo-player', `forms/${formId}/submissions/${ownId}/payment`)
    expect(parts.map(({ state, amount }) => [state, amount])).toEqual([
      ['paid', 2800],
      ['later', 4200],
    ])
    const { waivers } = await readAs<WaiverPage>('demo-host', `forms/${formId}/waivers?q=Maya`)
    expect(waivers).toMatchObject([{ signer: 'Maya Rivera', submissionId: ownId }])
  })

  it('has a child, whom a member of Sunset Smashers sends, on the roster', async () => {
    const { content } = await readAs<SubmissionOverview>('demo-host', `forms/${formId}/submissions/overview`)
    const kids = content.pages.flatMap(({ fields }) => fields).find(({ id }) => id === 'fkids')
    const parents = (await listAll()).filter(({ answers }) => kids && writeAnswer(kids, answers[kids.id], 'usd') !== '')
    expect(parents).toMatchObject([{ state: 'accepted', person: { id: parentId } }])
    const child = `${childName} ${parents[0]?.label.split(' ').at(-1)}`
    expect((await readAs<SeasonGuestPage>('demo-host', `seasons/${juniorSeason}/guests`)).guests.map(({ name }) => name)).toEqual([child])
    const { guests } = await readAs<RosterGuestPage>('demo-host', 'teams/sunset-smashers/guests')
    expect(guests.filter(({ name }) => name === child)).toMatchObject([{ isChild: true, guardian: { id: parentId } }])
  })
})
