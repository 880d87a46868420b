import { infiniteQueryOptions, keepPreviousData, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type {
  ChangedSubmissions,
  ChangeSubmissions,
  MarkSubmission,
  MySubmissionPage,
  Submission,
  SubmissionOverview,
  SubmissionPage,
  SubmissionSearch,
} from '../../../domain/forms/submission-contract.ts'
import { awaitSuccess, readAnswer } from '../../api.ts'
import { keysetPages } from '../../keyset.ts'

const listPath = (formId: string) => `/api/forms/${encodeURIComponent(formId)}/submissions`

const queryOf = (values: Record<string, string | null | undefined>) => {
  const filled = Object.entries(values).filter((entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '')
  return filled.length === 0 ? '' : `?${new URLSearchParams(filled)}`
}

const send = (method: 'PUT' | 'PATCH' | 'DELETE', path: string, body?: object) =>
  fetch(path, { method, ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }) })

/** The form and its counts. Others send it meanwhile. */
export const submissionOverview = (formId: string) =>
  queryOptions({
    queryKey: ['forms', formId, 'submissions', 'overview'],
    queryFn: ({ signal }) => readAnswer<SubmissionOverview>(fetch(`${listPath(formId)}/overview`, { signal })),
    staleTime: 0,
    retry: false,
  })

export type SubmissionFilter = Omit<SubmissionSearch, 'cursor'>

/** The rows that fit the filter. The last rows stay on the screen while others load. */
export const submissionRows = (formId: string, filter: SubmissionFilter) =>
  infiniteQueryOptions({
    queryKey: ['forms', formId, 'submissions', 'rows', filter],
    queryFn: ({ pageParam, signal }) =>
      readAnswer<SubmissionPage>(fetch(`${listPath(formId)}${queryOf({ ...filter, cursor: pageParam })}`, { signal })),
    ...keysetPages,
    staleTime: 0,
    retry: false,
    placeholderData: keepPreviousData,
  })

export type SubmissionPlace = { formId: string; submissionId: string; key: string | null }

const submissionPathOf = ({ formId, submissionId, key }: SubmissionPlace) =>
  `${listPath(formId)}/${encodeURIComponent(submissionId)}${queryOf({ key })}`

/** One submission. Without an account, the key from the link opens it. */
export const submission = (place: SubmissionPlace) =>
  queryOptions({
    queryKey: ['forms', place.formId, 'submissions', 'one', place.submissionId, place.key],
    queryFn: ({ signal }) => readAnswer<Submission>(fetch(submissionPathOf(place), { signal })),
    staleTime: 0,
    retry: false,
  })

/** What the viewer has sent with any form. */
export const sentForms = infiniteQueryOptions({
  queryKey: ['forms', 'sent'],
  queryFn: ({ pageParam, signal }) =>
    readAnswer<MySubmissionPage>(fetch(`/api/forms/submissions${queryOf({ cursor: pageParam })}`, { signal })),
  ...keysetPages,
  staleTime: 0,
})

const refreshSubmissions = (client: QueryClient, formId: string) =>
  Promise.all([
    client.invalidateQueries({ queryKey: ['forms', formId, 'submissions'] }),
    client.invalidateQueries({ queryKey: sentForms.queryKey }),
  ])

const refreshAfter = (formId: string) => ({
  // Also after a refusal: it mostly means that this page is out of date.
  onSettled: (_data: unknown, _error: Error | null, _variables: unknown, _result: unknown, { client }: { client: QueryClient }) =>
    refreshSubmissions(client, formId),
})

/** Decides about several submissions, or marks them. The answer names those that were changed. */
export const changingSubmissions = (formId: string) =>
  mutationOptions({
    mutationFn: (json: ChangeSubmissions) => readAnswer<ChangedSubmissions>(send('PATCH', listPath(formId), json)),
    ...refreshAfter(formId),
  })

/** One after the other, so that an older note never replaces a newer one. */
export const markingSubmission = ({ formId, submissionId }: Omit<SubmissionPlace, 'key'>) =>
  mutationOptions({
    mutationFn: (json: MarkSubmission) => awaitSuccess(send('PUT', `${submissionPathOf({ formId, submissionId, key: null })}/marks`, json)),
    scope: { id: `marks:${submissionId}` },
    ...refreshAfter(formId),
  })

export const withdrawing = (place: SubmissionPlace) =>
  mutationOptions({
    mutationFn: () => awaitSuccess(send('DELETE', submissionPathOf(place))),
    ...refreshAfter(place.formId),
  })
