import { queryOptions } from '@tanstack/react-query'
import type * as v from 'valibot'
import type { OpenForm, SaveAnswers, SavedAnswers, SendForm, SentForm } from '../../../domain/forms/submission-contract.ts'
import { readAnswer } from '../../api.ts'

const pathOf = (id: string, rest = '') => `/api/forms/${encodeURIComponent(id)}${rest}`

/** The types of the answers are those of the contract. */
const ask = async <Body>(sent: Promise<Response>): Promise<Body> => await readAnswer<Body>(sent)

const sendJson = (method: 'PUT' | 'POST', path: string, json: unknown, init: RequestInit = {}) =>
  fetch(path, { ...init, method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(json) })

export const openForm = ({ id, code }: { id: string; code: string | null }) =>
  queryOptions({
    queryKey: ['forms', 'open', id, code],
    queryFn: ({ signal }) => ask<OpenForm>(fetch(pathOf(id, code === null ? '' : `?${new URLSearchParams({ code })}`), { signal })),
    // The content must not change while somebody fills it. What the server refuses loads it again.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })

/** Keeps what somebody has begun. It continues when they leave the page. */
export const saveAnswers = (id: string, json: SaveAnswers): Promise<v.InferOutput<typeof SavedAnswers>> =>
  ask(sendJson('PUT', pathOf(id, '/answers'), json, { keepalive: true }))

export const sendForm = (id: string, json: SendForm): Promise<SentForm> => ask(sendJson('POST', pathOf(id, '/submissions'), json))
