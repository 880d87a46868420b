import { pages } from '../pages.ts'
import { type GameGuest, writeGameGuest } from './game-guest.ts'

/** Where a form is filled. */
export const formPath = (formId: string) => `/form/${encodeURIComponent(formId)}`
/** Where a player of a game fills its form. It leads back to the game. */
export const formPathFromGame = (formId: string, eventId: string) => `${formPath(formId)}?${new URLSearchParams({ game: eventId })}`
/** In the address of a form: the guest of a game who fills it without an account. */
export const guestParameter = 'guest'
export const formPathForGuest = (formId: string, eventId: string, guest: GameGuest) =>
  `${formPathFromGame(formId, eventId)}&${new URLSearchParams({ [guestParameter]: writeGameGuest(guest) })}`
/** The game from which a player came to its form. */
export const gamePath = (eventId: string) => `/discover/events/${encodeURIComponent(eventId)}`
/** The same, where whoever has not joined yet does so now. */
export const gamePathToJoin = (eventId: string) => `${gamePath(eventId)}?open=join`

/** In the address of a form: the secret from a link with which somebody without an account goes on. */
export const resumeParameter = 'resume'
export const resumePath = (formId: string, { key, code }: { key: string; code?: string | undefined }) =>
  `${formPath(formId)}?${new URLSearchParams({ ...(code !== undefined && { code }), [resumeParameter]: key })}`
/** Where an organizer fills a form for a member or guest of the community. */
export const teamAddPath = (formId: string, personId: string) => `/form/${formId}/team-form-add/${personId}`
/** Where the organizers see what was sent. */
export const submissionsPath = (formId: string) => `/form/${formId}/submissions`
/** The part of the address that opens the files of a form. */
export const exportsHash = '#exports'
/** Where files with submissions are. */
export const formExportFolder = 'form-exports'
export const submissionPath = (formId: string, submissionId: string) => `/form/${formId}/${submissionId}`
/** Whoever has no account opens what they sent with a key. */
export const withKey = (path: string, key: string | null) => (key === null ? path : `${path}?${new URLSearchParams({ key })}`)
/** Where a person sees what they have paid, and pays the rest. */
export const payBalancePath = (formId: string, submissionId: string) => `/pay-balance/${formId}/${submissionId}`
/** Where a person pays for what they have sent. */
export const formPaymentPath = (formId: string, submissionId: string) => `/form/payment/${formId}/${submissionId}`
export const formsPath = `/${pages.forms.path}`

/** Where a form is started, for a community if one is given. */
export const newFormPath = (teamId?: string) => `/${pages.newForm.path}${teamId === undefined ? '' : `?team=${encodeURIComponent(teamId)}`}`

export const buildFormPath = (id: string) => `/${pages.newForm.path}/${encodeURIComponent(id)}`

/** In the address of a form that another site shows in a frame: the origin of that site, and the theme. */
export const frameParameter = 'frame'
export const themeParameter = 'theme'

/** A file at this path never changes. A new version gets a new number. */
const embedPath = '/embed/1.js'

const escapeAttribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/** The line with which another site shows a form. */
export const embedLine = (origin: string, form: { id: string; title: string }) =>
  `<script src="${origin}${embedPath}" data-form="${escapeAttribute(form.id)}" data-title="${escapeAttribute(form.title)}" async></script>`
