import { pages } from '../pages.ts'
import { photoWidths } from '../places/rules.ts'

/** Where a form is filled. */
export const formPath = (formId: string) => `/form/${encodeURIComponent(formId)}`
/** Where a player of a game fills its form. It leads back to the game. */
export const formPathFromGame = (formId: string, eventId: string) => `${formPath(formId)}?${new URLSearchParams({ game: eventId })}`
/** Where the organizers see what was sent. */
export const submissionsPath = (formId: string) => `/form/${formId}/submissions`
/** The part of the address that opens the files of a form. */
export const exportsHash = '#exports'
/** Where files with submissions are. */
export const formExportFolder = 'form-exports'
export const submissionPath = (formId: string, submissionId: string) => `/form/${formId}/${submissionId}`
/** Where a person sees what they have paid, and pays the rest. */
export const payBalancePath = (formId: string, submissionId: string) => `/pay-balance/${formId}/${submissionId}`
/** Where a person pays for what they have sent. */
export const formPaymentPath = (formId: string, submissionId: string) => `/form/payment/${formId}/${submissionId}`
export const formsPath = `/${pages.forms.path}`

/** Where a form is started, for a community if one is given. */
export const newFormPath = (teamId?: string) => `/${pages.newForm.path}${teamId === undefined ? '' : `?team=${encodeURIComponent(teamId)}`}`

export const buildFormPath = (id: string) => `/${pages.newForm.path}/${encodeURIComponent(id)}`

/** Where a picture of a form is, for everybody who fills it. */
export const formPictureUrl = (pictureId: string) => `/files/photos/${pictureId}/${Math.max(...photoWidths)}`
