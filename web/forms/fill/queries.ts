import { queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { MailFormLink, OpenForm, SaveAnswers, SendForm } from '../../../domain/forms/submission-contract.ts'
import type { SubmissionRoutes } from '../../../worker/forms/submission-routes.ts'
import type { WaiverRoutes } from '../../../worker/forms/waiver-routes.ts'
import { awaitSuccess, keepalive, readAnswer } from '../../api.ts'
import { readContent } from '../read-content.ts'

const forms = hc<SubmissionRoutes>('/api/forms')
const waivers = hc<WaiverRoutes>('/api/forms')

type FormAddress = { id: string; code: string | null; resume: string | null; guest: string | null }

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

export const openForm = (address: FormAddress) =>
  queryOptions({
    queryKey: ['forms', 'open', address.id, address.code, address.resume, address.guest],
    queryFn: ({ signal }) => readForm(address, signal),
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
