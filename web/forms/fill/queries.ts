import { queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { MailFormLink, OpenForm, SaveAnswers, SendForm } from '../../../domain/forms/fill-contract.ts'
import type { SubmissionRoutes } from '../../../worker/forms/submission-routes.ts'
import type { WaiverRoutes } from '../../../worker/forms/waiver-routes.ts'
import { ApiError, awaitSuccess, keepalive, readAnswer } from '../../api.ts'
import { isRefused } from '../../drop-refused.ts'
import { readContent } from '../read-content.ts'

const forms = hc<SubmissionRoutes>('/api/forms')
const waivers = hc<WaiverRoutes>('/api/forms')

export type FormAddress = { id: string; code: string | null; resume: string | null; guest: string | null }
/** `isKept`: there was no network, so it is as this device has kept it. */
export type OpenedForm = OpenForm & { isKept?: boolean }

export const readForm = ({ id, code, resume, guest }: FormAddress, signal?: AbortSignal) =>
  readContent<OpenForm>(
    forms[':id'].$get(
      {
        param: { id },
        query: { ...(code !== null && { code }), ...(resume !== null && { resume }), ...(guest !== null && { guest }) },
      },
      { init: { ...(signal && { signal }) } },
    ),
  )

/** Without a network, a form that somebody has begun to fill here opens from the device. What does that is loaded only then. */
async function readOrReopen(address: FormAddress, signal: AbortSignal): Promise<OpenedForm> {
  try {
    return await readForm(address, signal)
  } catch (error) {
    if (signal.aborted || (error instanceof ApiError && !isRefused(error))) throw error
    const device = await import('./kept-form.ts').catch(() => null)
    if (error instanceof ApiError) await device?.forgetForm(address).catch(() => undefined)
    const kept = error instanceof ApiError ? null : await device?.openKeptForm(address).catch(() => null)
    if (!kept) throw error
    return kept
  }
}

export const openForm = (address: FormAddress) =>
  queryOptions({
    queryKey: ['forms', 'open', address.id, address.code, address.resume, address.guest],
    queryFn: ({ signal }) => readOrReopen(address, signal),
    // The content must not change while somebody fills it. What the server refuses loads it again.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })

/** What the account knows about the answers. It is asked only if there is something, and must not change while somebody fills the form. */
export const knownAnswers = ({ id, code }: { id: string; code: string | null }) =>
  queryOptions({
    queryKey: ['forms', 'known', id, code],
    queryFn: ({ signal }) =>
      readAnswer(waivers[':id'].known.$get({ param: { id }, query: code === null ? {} : { code } }, { init: { signal } })),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })

/** Browsers send at most 64 KB after a page is left. */
const maxKeptAlive = 60_000

/** Keeps what somebody has begun. It continues when they leave the page. */
export const saveAnswers = (id: string, json: SaveAnswers) =>
  readAnswer(forms[':id'].answers.$put({ param: { id }, json }, JSON.stringify(json).length < maxKeptAlive ? keepalive : undefined))

export const mailFormLink = (id: string, json: MailFormLink) => awaitSuccess(forms[':id'].links.$post({ param: { id }, json }))

export const sendForm = (id: string, json: SendForm) => readAnswer(forms[':id'].submissions.$post({ param: { id }, json }))
