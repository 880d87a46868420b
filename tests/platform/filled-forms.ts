import { env } from 'cloudflare:workers'
import type { ActivitySubscription } from '../../domain/activity-subscriptions/contract.ts'
import type { MyAvailability } from '../../domain/availability/contract.ts'
import type { EventFormAnswer } from '../../domain/events/form-contract.ts'
import type { Pricing } from '../../domain/events/pricing-contract.ts'
import type { ExternalTeam } from '../../domain/external-teams/contract.ts'
import { fromTemplate } from '../../domain/forms/templates.ts'
import type { NotificationSettings } from '../../domain/notifications/contract.ts'
import { suggestedQuietHours } from '../../domain/notifications/quiet-hours.ts'
import type { Organization } from '../../domain/organizations/contract.ts'
import type { OwnProfile } from '../../domain/profiles/contract.ts'
import type { TeamAnnouncement, TeamAnnouncementPage } from '../../domain/team-announcements/contract.ts'
import type { MyTeamDraft } from '../../domain/team-drafts/contract.ts'
import type { TeamTopic, TeamTopics } from '../../domain/team-topics/contract.ts'
import { everyDay } from '../availability/schedules.ts'
import { beginGame, getMyJoiner, join, publishGame, setPrice } from '../events/games.ts'
import { addPlace, oakCourts, readPlace, toForm } from '../places/places.ts'
import { befriend, completeForm, enter, enterAndSetUp, type Person, putInTeams } from '../profiles/people.ts'
import { inDays, makeGameForm } from '../setup/make-game-form.ts'
import { filledForm, saveOk } from '../team-drafts/drafts.ts'

/** Something that a person has saved with all its optional fields filled in. */
export type FilledForm = {
  /** The whole request, which changes nothing. */
  request: Record<string, unknown>
  send: (request: unknown) => Promise<Response>
  /** Reads what is saved, in the shape of the request. */
  read: () => Promise<unknown>
}

let people = 0
const makeId = () => {
  people += 1
  return `filler-${people}`
}

const put = (person: Person, path: string) => (json: unknown) => person.ask(path, { method: 'PUT', json })
const patch = (person: Person, path: string) => (json: unknown) => person.ask(path, { method: 'PATCH', json })
const readJson = async <Answer>(person: Person, path: string): Promise<Answer> => (await person.ask(path)).json()

async function fillProfile(): Promise<FilledForm> {
  const person = await enterAndSetUp(makeId())
  const { activities, privacy, ...profile } = completeForm
  const read = () => readJson<OwnProfile>(person, '/api/profiles/me')
  return { request: { ...profile, version: 1 }, send: put(person, '/api/profiles/me'), read }
}

async function fillQuietHours(): Promise<FilledForm> {
  const person = await enterAndSetUp(makeId())
  const request = { quietHours: { ...suggestedQuietHours } }
  const send = patch(person, '/api/notifications/settings')
  await send(request)
  const read = async () => {
    const { quietHours } = await readJson<NotificationSettings>(person, '/api/notifications/settings')
    return { quietHours }
  }
  return { request, send, read }
}

async function fillOrganization(): Promise<FilledForm> {
  const person = await enterAndSetUp(makeId())
  const form = { name: 'All clubs', description: 'Of the whole city.' }
  const created = await person.ask('/api/organizations', { method: 'POST', json: form })
  const path = `/api/organizations/${(await created.json<{ id: string }>()).id}`
  const read = async () => {
    const { name, description, version } = await readJson<Organization>(person, path)
    return { name, description, version }
  }
  return { request: { ...form, version: 1 }, send: put(person, path), read }
}

async function fillActivity(): Promise<FilledForm> {
  const person = await enterAndSetUp(makeId())
  const read = async () => {
    const { sportAvailability } = await readJson<OwnProfile>(person, '/api/profiles/me')
    return sportAvailability.find(({ activity }) => activity === 'tennis')
  }
  return { request: { activity: 'tennis', level: 3.5, isOn: true }, send: put(person, '/api/profiles/me/activities/tennis'), read }
}

async function fillExternalTeam(): Promise<FilledForm> {
  const person = await enter(makeId())
  const path = '/api/external-teams'
  const request = {
    name: 'River City',
    address: '1 River Road',
    feedUrl: 'https://calendar.example.com/river.ics',
    timeZone: 'America/Chicago',
  }
  const added = await person.ask(path, { method: 'POST', json: { ...request, idempotencyKey: `key-of-${person.id}` } })
  const { id } = await added.json<ExternalTeam>()
  const read = async () => (await readJson<{ teams: ExternalTeam[] }>(person, path)).teams.find((team) => team.id === id)
  return { request, send: put(person, `${path}/${id}`), read }
}

async function fillAlert(): Promise<FilledForm> {
  const person = await enter(makeId())
  const path = '/api/activity-subscriptions'
  const request = {
    address: { name: 'Austin, TX', lat: 30.26715, lng: -97.74306, description: 'Austin, TX' },
    radius: 15,
    activities: ['Padel'],
    startDate: Date.UTC(2030, 1, 1),
    endDate: Date.UTC(2030, 2, 1),
    isTemporary: false,
  }
  const added = await person.ask(path, { method: 'POST', json: { ...request, idempotencyKey: `key-of-${person.id}` } })
  const { id } = await added.json<ActivitySubscription>()
  const read = async () =>
    (await readJson<{ subscriptions: ActivitySubscription[] }>(person, path)).subscriptions.find((alert) => alert.id === id)
  return { request: { ...request, version: 1 }, send: put(person, `${path}/${id}`), read }
}

const slots = [
  { id: 'north', name: 'North', capacity: 6 },
  { id: 'south', name: 'South', capacity: 6 },
]

/** A published form of a community. */
async function addForm(teamId: string): Promise<string> {
  const [id, content] = [`form-of-${teamId}`, JSON.stringify(fromTemplate('waiver'))]
  await env.DB.batch([
    env.DB.prepare(
      "INSERT INTO forms (id, team_id, title, draft, published_number, published_version, created_at, updated_at) VALUES (?1, ?2, 'F', ?3, 1, 1, 1, 1)",
    ).bind(id, teamId, content),
    env.DB.prepare('INSERT INTO form_versions (form_id, number, content, published_at) VALUES (?, 1, ?, 1)').bind(id, content),
  ])
  return id
}

async function fillGame(
  price: Partial<Pricing> = { early: { amount: 1000, days: 2 }, memberAmount: 800, deposit: { amount: 500, dueHours: 24 } },
): Promise<FilledForm> {
  const host = await enter(makeId())
  const friend = await enter(makeId())
  await befriend(host.id, friend.id)
  const teamId = `team-of-${host.id}`
  await putInTeams([teamId], [host.id])
  await env.DB.prepare("UPDATE team_members SET role = 'owner' WHERE team_id = ?").bind(teamId).run()
  const formId = await addForm(teamId)
  const place = await addPlace(host)
  const { id: placeId, name, lat, lng } = place
  const form = makeGameForm({
    title: 'Sunday game',
    description: 'Bring water.',
    where: { placeId, name, address: '1 Oak Street, Austin, TX', lat, lng },
    levelMin: 2,
    levelMax: 4,
    capacity: 12,
    slots,
    ...{ teamId, formId },
    questions: [{ id: 'q', text: 'Do you need a paddle?', isRequired: false }],
    joinFrom: inDays(2),
    plusJoinsEarly: true,
    coHosts: [friend.id],
  })
  const id = await publishGame(host, form)
  await setPrice(id, 1500, price)
  const read = () => readJson<EventFormAnswer>(host, `/api/events/${id}/form`)
  return { request: { form: (await read()).form, version: 1 }, send: patch(host, `/api/events/${id}`), read }
}

/** A price with a deposit has no such promise. */
export const fillResale = (): Promise<FilledForm> => fillGame({ refundIfResold: true })

/** A game with kinds of tickets has no early price, and none for members. */
export const fillTickets = (): Promise<FilledForm> =>
  fillGame({ tiers: [{ id: 'adult', name: 'Adult', amount: 1500, memberAmount: 1200, seats: 6 }] })

async function fillJoiner(): Promise<FilledForm> {
  const [host, player] = [await enter(makeId()), await enter(makeId())]
  const id = await publishGame(host, { slots, capacity: 12 })
  const request = { slotId: 'north', guests: ['Ana', 'Bo'] }
  await join(player, id, request)
  return { request, send: patch(player, `/api/events/${id}/me`), read: () => getMyJoiner(player, id) }
}

async function fillFeedback(): Promise<FilledForm> {
  const [host, player] = [await enter(makeId()), await enter(makeId())]
  const id = await publishGame(host)
  await join(player, id)
  await beginGame(id)
  await env.DB.prepare('UPDATE events SET ends_at = ? WHERE id = ?')
    .bind(Date.now() - 1, id)
    .run()
  const send = put(player, `/api/events/${id}/me/feedback`)
  const request = { rating: 4, words: 'Nice people.' }
  await send(request)
  return { request, send, read: async () => (await readJson<{ said: unknown }>(player, `/api/events/${id}/me/feedback`)).said }
}

async function fillAvailability(): Promise<FilledForm> {
  const person = await enter(makeId())
  const availability = everyDay('America/Chicago', ['17:00-20:00'], { '2030-03-09': ['08:00-11:00'] })
  const send = put(person, '/api/availability')
  await send({ ...availability, version: 0 })
  const read = async () => (await readJson<MyAvailability>(person, '/api/availability')).availability
  return { request: { ...availability, version: 1 }, send, read }
}

async function fillPlace(): Promise<FilledForm> {
  const person = await enter(makeId())
  const hours = everyDay('UTC', ['07:00-22:00']).weeklyAvailability
  const place = await addPlace(person, { ...oakCourts, isIndoor: true, fee: '$6 a person', hours })
  return {
    request: { ...toForm(place), version: 1 },
    send: put(person, `/api/places/${place.id}`),
    read: () => readPlace(person, place.id),
  }
}

async function fillTeamDraft(): Promise<FilledForm> {
  const person = await enter(makeId())
  const place = await addPlace(person)
  // On the first page, everything may still be empty.
  const form = { ...filledForm, step: 0, placeId: place.id }
  const { id, version } = await saveOk(person, form)
  const read = async () => {
    const { draft } = await readJson<MyTeamDraft>(person, '/api/team-drafts/mine')
    return { ...draft, cityId: draft?.city?.id ?? null, placeId: draft?.place?.id ?? null }
  }
  return { request: { ...form, id, version }, send: put(person, '/api/team-drafts/mine'), read }
}

async function enterWithTeam() {
  const person = await enter(makeId())
  const teamId = `team-of-${person.id}`
  await putInTeams([teamId], [person.id])
  await env.DB.prepare("UPDATE team_members SET role = 'owner' WHERE team_id = ?").bind(teamId).run()
  return { person, teamId }
}

async function fillTopic(): Promise<FilledForm> {
  const { person, teamId } = await enterWithTeam()
  const path = `/api/teams/${teamId}/topics`
  const request = { name: 'Carpools', description: 'Who drives, and when.' }
  const { id } = await (await person.ask(path, { method: 'POST', json: request })).json<TeamTopic>()
  const read = async () => (await readJson<TeamTopics>(person, path)).topics[0]
  return { request, send: put(person, `${path}/${id}`), read }
}

async function fillAnnouncement(): Promise<FilledForm> {
  const { person, teamId } = await enterWithTeam()
  const topic = await person.ask(`/api/teams/${teamId}/topics`, { method: 'POST', json: { name: 'Carpools' } })
  const path = `/api/teams/${teamId}/announcements`
  const form = { topicId: (await topic.json<TeamTopic>()).id, title: 'Two cars', text: 'Who drives?' }
  const { id } = await (
    await person.ask(path, { method: 'POST', json: { ...form, idempotencyKey: 'filled-key' } })
  ).json<TeamAnnouncement>()
  const read = async () => {
    const [announcement] = (await readJson<TeamAnnouncementPage>(person, path)).announcements
    return { ...announcement, topicId: announcement?.topic?.id ?? null }
  }
  return { request: { ...form, version: 1 }, send: put(person, `${path}/${id}`), read }
}

/** For each request that changes something with optional fields: how to fill it in. Build the cities first. */
export const filledForms: Record<string, () => Promise<FilledForm>> = {
  'PUT /profiles/me': fillProfile,
  'PUT /profiles/me/activities/{activity}': fillActivity,
  'PUT /activity-subscriptions/{id}': fillAlert,
  'PATCH /events/{id}': () => fillGame(),
  'PATCH /events/{id}/me': fillJoiner,
  'PUT /events/{id}/me/feedback': fillFeedback,
  'PUT /availability': fillAvailability,
  'PUT /external-teams/{id}': fillExternalTeam,
  'PATCH /notifications/settings': fillQuietHours,
  'PUT /organizations/{id}': fillOrganization,
  'PUT /places/{id}': fillPlace,
  'PUT /team-drafts/mine': fillTeamDraft,
  'PUT /teams/{id}/topics/{topicId}': fillTopic,
  'PUT /teams/{id}/announcements/{announcementId}': fillAnnouncement,
}
