import { env } from 'cloudflare:workers'
import type { TeamDues } from '../../domain/dues/contract.ts'
import type { FormSettings, SavedSettings } from '../../domain/forms/settings.ts'
import type { TeamMemberships } from '../../domain/memberships/contract.ts'
import type { TeamForm } from '../../domain/teams/contract.ts'
import { enter, putInTeams } from '../profiles/people.ts'
import { makeContent } from '../setup/form-examples.ts'
import type { FilledForm } from './filled-forms.ts'

let teams = 0

/** A team with its owner and a member. */
async function makeTeam() {
  teams += 1
  const [owner, member] = [await enter(`form-owner-${teams}`), await enter(`form-member-${teams}`)]
  const id = `form-team-${teams}`
  await putInTeams([id], [owner.id, member.id])
  await env.DB.prepare("UPDATE team_members SET role = 'owner' WHERE team_id = ? AND user_id = ?").bind(id, owner.id).run()
  const send =
    (path: string, method = 'PUT') =>
    (json: unknown) =>
      owner.ask(`/api/teams/${id}${path}`, { method, json })
  return { id, owner, member, send }
}

async function fillTitle(): Promise<FilledForm> {
  const { id, member, send } = await makeTeam()
  const request = { title: 'Equipment' }
  const put = send(`/members/${member.id}/title`)
  await put(request)
  const read = () => env.DB.prepare('SELECT title FROM team_members WHERE team_id = ? AND user_id = ?').bind(id, member.id).first()
  return { request, send: put, read }
}

async function fillForm(): Promise<FilledForm> {
  const { id, owner, send } = await makeTeam()
  const read = async () => {
    const { city, ...form } = await (await owner.ask(`/api/teams/${id}/form`)).json<TeamForm>()
    return { ...form, cityId: city?.id ?? null }
  }
  const { version } = await read()
  const filled = {
    name: 'Court Crew',
    description: 'We play.',
    cityId: 4671654,
    activity: 'tennis',
    joinMode: 'open',
    mainColor: 'blue',
    secondColor: 'red',
  }
  await send('')({ ...filled, version })
  return { request: { ...filled, version: version + 1 }, send: send(''), read }
}

async function fillMembership(): Promise<FilledForm> {
  const { id, owner, send } = await makeTeam()
  await env.DB.prepare(
    "INSERT INTO memberships (id, team_id, type, name, description, amount, currency, every, created_at) VALUES (?1, ?1, 'TOURNAMENTS', 'Pass', '', 2000, 'usd', 'month', 1)",
  )
    .bind(id)
    .run()
  const request = { name: 'Season pass', description: 'All evenings.', amount: 2000, currency: 'usd' }
  const put = send(`/memberships/${id}`)
  await put(request)
  const read = async () => {
    const [membership] = (await (await owner.ask(`/api/teams/${id}/memberships`)).json<TeamMemberships>()).memberships
    return { name: membership?.name, description: membership?.description, amount: membership?.amount, currency: membership?.currency }
  }
  return { request, send: put, read }
}

async function fillDues(): Promise<FilledForm> {
  const { id, owner, send } = await makeTeam()
  await env.DB.prepare(
    "INSERT INTO dues (id, team_id, title, note, amount, currency, due_on, created_at) VALUES (?1, ?1, 'Fee', '', 2000, 'usd', '2100-01-01', 1)",
  )
    .bind(id)
    .run()
  const request = { title: 'Season fee', note: 'For the courts.', amount: 2000, currency: 'usd', dueOn: '2100-01-01' }
  const patch = send(`/dues/${id}`, 'PATCH')
  await patch(request)
  const read = async () => {
    const [due] = (await (await owner.ask(`/api/teams/${id}/dues`)).json<TeamDues>()).dues
    return { title: due?.title, note: due?.note, amount: due?.amount, currency: due?.currency, dueOn: due?.dueOn }
  }
  return { request, send: patch, read }
}

/** For each request about a team that changes something with optional fields: how to fill it in. */
/** A published form of a community, with something that was sent. */
async function makeForm() {
  const { id: teamId, owner } = await makeTeam()
  const id = `filled-${teamId}`
  await env.DB.batch([
    env.DB.prepare(
      "INSERT INTO forms (id, team_id, title, draft, published_number, created_at, updated_at) VALUES (?1, ?2, 'F', '{}', 1, 1, 1)",
    ).bind(id, teamId),
    env.DB.prepare('INSERT INTO form_versions (form_id, number, content, published_at) VALUES (?, 1, ?, 1)').bind(
      id,
      JSON.stringify(makeContent({ pages: [{ fields: [] }] })),
    ),
    env.DB.prepare(
      `INSERT INTO submissions (id, form_id, version, state, label, label_key, answers, ending, sent_at, changed_at)
       VALUES (?1, ?1, 1, 'accepted', '', '', '{}', 'e1', 1, 1)`,
    ).bind(id),
  ])
  return { id, owner }
}

async function fillFormSettings(): Promise<FilledForm> {
  const { id, owner } = await makeForm()
  const request: FormSettings = {
    ...{
      audience: 'signedIn',
      code: 'Spring 27',
      people: ['ava@example.com'],
      opensAt: 1000,
      closesAt: 2000,
      layout: 'whole',
      timeZone: 'America/Chicago',
    },
    ...{
      maxSubmissions: 20,
      isOncePerPerson: true,
      needsApproval: true,
      changesUntil: 1500,
      keepMonths: 12,
      addsMembers: true,
      isNeededToJoin: true,
    },
    ...{ frameOrigins: ['https://club.example'], thankYouUrl: 'https://club.example/thanks' },
  }
  const send = (json: unknown) => owner.ask(`/api/forms/${id}/settings`, { method: 'PUT', json })
  await send({ ...request, version: 1 })
  const read = async () => (await owner.ask(`/api/forms/${id}/settings`)).json<SavedSettings>()
  return { request: { ...request, version: 2 }, send, read }
}

async function fillMarks(): Promise<FilledForm> {
  const { id, owner } = await makeForm()
  const path = `/api/forms/${id}/submissions/${id}`
  const note = 'Call her.'
  const send = (json: unknown) => owner.ask(`${path}/marks`, { method: 'PUT', json })
  await send({ note, before: '' })
  return {
    request: { note, before: note },
    send,
    read: async () => (await (await owner.ask(path)).json<{ organizer: object }>()).organizer,
  }
}

export const filledTeamForms: Record<string, () => Promise<FilledForm>> = {
  'PUT /teams/{id}': fillForm,
  'PUT /forms/{id}/settings': fillFormSettings,
  'PUT /forms/{id}/submissions/{submissionId}/marks': fillMarks,
  'PUT /teams/{id}/members/{userId}/title': fillTitle,
  'PUT /teams/{id}/memberships/{membershipId}': fillMembership,
  'PATCH /teams/{id}/dues/{dueId}': fillDues,
}
