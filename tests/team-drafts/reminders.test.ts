import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { leftAfter } from '../../domain/team-drafts/rules.ts'
import { minute } from '../../domain/time/spans.ts'
import { runChores } from '../../worker/cron.ts'
import { optOutOfMail } from '../../worker/mail/commands.ts'
import { openPrimary } from '../../worker/platform/database.ts'
import { remindOfDrafts } from '../../worker/team-drafts/reminders.ts'
import { consume, holdQueues } from '../notifications/hold-queues.ts'
import { enter, type Person, rowsOf } from '../profiles/people.ts'
import { collectLog } from '../setup/log.ts'
import { buildWorld } from '../world/build-world.ts'
import { createFrom, emptyForm, filledForm, saveOk } from './drafts.ts'

collectLog()
const queues = holdQueues()

beforeAll(() => buildWorld(env.DB, ['cities:some']))

let people = 0
async function leaveAt(step: number): Promise<{ person: Person; id: string; version: number; leftAt: number }> {
  people += 1
  const person = await enter(`leaver-${people}`)
  const form = step === 0 ? emptyForm : { ...filledForm, step }
  const { id, version } = await saveOk(person, form)
  const [row] = await rowsOf('SELECT active_at FROM team_drafts WHERE id = ?', id)
  return { person, id, version, leftAt: Number(row?.active_at) }
}

const isReminder = ({ id }: { id: string }) => id.startsWith('team-creation-reminder:')
/** Runs the chores of one minute and delivers what they put in the queue. Returns the reminders to this person. */
async function remind({ person }: { person: Person }, now: number) {
  await runChores(env, now)
  await deliver()
  return queues.sent.filter(({ to }) => to === `${person.id}@local.test`)
}
async function deliver() {
  await consume('mail', queues.mail.filter(isReminder))
}

describe('The reminder of an unfinished community', () => {
  it.each([2, 3, 4, 5, 6])('comes half an hour after somebody left page %i, once', async (step) => {
    const draft = await leaveAt(step)
    expect(await remind(draft, draft.leftAt + leftAfter - 1)).toEqual([])
    const [mail, ...others] = await remind(draft, draft.leftAt + leftAfter)
    expect(others).toEqual([])
    expect(mail?.subject).toBe('Your community is almost ready')
    expect(mail?.text).toContain(`Name of ${draft.person.id}`)
    expect(mail?.text).toMatch(/http:\/\/localhost:5173\/teams\/create\b/)
    expect(mail?.headers['List-Unsubscribe']).toBeTruthy()
    // They come back, leave again, and get nothing more.
    await saveOk(draft.person, { ...filledForm, id: draft.id, version: draft.version, step })
    expect(await remind(draft, draft.leftAt + 100 * leftAfter)).toHaveLength(1)
  })

  it.each([0, 1])('does not come to somebody who only reached page %i', async (step) => {
    const draft = await leaveAt(step)
    expect(await remind(draft, draft.leftAt + leftAfter)).toEqual([])
  })

  it('comes to somebody who went back to the first page before they left', async () => {
    const draft = await leaveAt(4)
    await saveOk(draft.person, { ...filledForm, id: draft.id, version: draft.version, step: 0 })
    expect(await remind(draft, draft.leftAt + leftAfter + minute)).toHaveLength(1)
  })

  it('waits for half an hour after the last change', async () => {
    const draft = await leaveAt(3)
    await env.DB.prepare('UPDATE team_drafts SET active_at = active_at + ? WHERE id = ?')
      .bind(20 * minute, draft.id)
      .run()
    expect(await remind(draft, draft.leftAt + leftAfter)).toEqual([])
    expect(await remind(draft, draft.leftAt + leftAfter + 20 * minute)).toHaveLength(1)
  })

  it('is sent once if the chores run twice at once and the job is delivered twice', async () => {
    const draft = await leaveAt(3)
    const now = draft.leftAt + leftAfter
    await Promise.all([runChores(env, now), runChores(env, now), remindOfDrafts(openPrimary(env.DB), now)])
    await vi.waitFor(() => expect(queues.mail.filter(({ id }) => id.endsWith(draft.id)).length).toBeGreaterThan(0))
    const [job] = queues.mail.filter(({ id }) => id.endsWith(draft.id))
    await consume('mail', job ? [job, job] : [])
    await deliver()
    await deliver()
    expect(queues.sent.filter(({ to }) => to === `${draft.person.id}@local.test`)).toHaveLength(1)
  })

  it('is not sent when the community was created or the draft was thrown away, also not from the queue', async () => {
    for (const finish of [
      ({ person, id }: { person: Person; id: string }) => createFrom(person, { id }),
      ({ person, id }: { person: Person; id: string }) => person.ask(`/api/team-drafts/${id}`, { method: 'DELETE' }),
    ]) {
      const early = await leaveAt(5)
      await finish(early)
      expect(await remind(early, early.leftAt + leftAfter)).toEqual([])
      const late = await leaveAt(5)
      await runChores(env, late.leftAt + leftAfter)
      await finish(late)
      await deliver()
      expect(queues.sent.filter(({ to }) => to === `${late.person.id}@local.test`)).toEqual([])
    }
  })

  it('is not sent after the account was deleted', async () => {
    const draft = await leaveAt(5)
    await env.DB.prepare('UPDATE auth_sessions SET created_at = ? WHERE user_id = ?').bind(Date.now(), draft.person.id).run()
    const answer = await draft.person.ask('/api/accounts', { method: 'DELETE', json: { confirm: 'DELETE' } })
    expect(answer.status).toBe(204)
    expect(await rowsOf('SELECT id FROM team_drafts WHERE id = ?', draft.id)).toEqual([])
    expect((await remind(draft, draft.leftAt + leftAfter)).filter(({ subject }) => subject.includes('almost ready'))).toEqual([])
  })

  it('is not sent to somebody who turned off News', async () => {
    const draft = await leaveAt(5)
    await optOutOfMail(openPrimary(env.DB), `${draft.person.id}@local.test`, 'news', 1)
    expect(await remind(draft, draft.leftAt + leftAfter)).toEqual([])
  })
})
