import { infiniteQueryOptions, keepPreviousData, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import { nameQuotes } from '../../../domain/forms/name-quotes.ts'
import type { ChangeSubmission, ChangeSubmissions, NoteSubmission } from '../../../domain/forms/submission-changes-contract.ts'
import type { Submission } from '../../../domain/forms/submission-contract.ts'
import type { SubmissionOverview, SubmissionSearch } from '../../../domain/forms/submission-list-contract.ts'
import type { SubmissionRoutes } from '../../../worker/forms/submission-routes.ts'
import type { WaiverRoutes } from '../../../worker/forms/waiver-routes.ts'
import { awaitSuccess, keepalive, readAnswer } from '../../api.ts'
import { keysetPages } from '../../keyset.ts'
import { readContent } from '../read-content.ts'

const forms = hc<SubmissionRoutes>('/api/forms')
const waivers = hc<WaiverRoutes>('/api/forms')

/** What is empty is left out of a request. */
const filled = <Values extends object>(values: Values) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== undefined && value !== '')) as {
    [Name in keyof Values]?: NonNullable<Values[Name]>
  }

const refreshMs = 20_000

/** The form and its counts. Others send it meanwhile. */
export const submissionOverview = (formId: string) =>
  queryOptions({
    queryKey: ['forms', formId, 'submissions', 'overview'],
    queryFn: async ({ signal }) => {
      const overview = await readContent<SubmissionOverview>(
        forms[':id'].submissions.overview.$get({ param: { id: formId } }, { init: { signal } }),
      )
      // A list is about the answers of many people.
      return { ...overview, content: nameQuotes(overview.content) }
    },
    staleTime: 0,
    // While the tab is visible, the counts follow what others send.
    refetchInterval: refreshMs,
    retry: false,
  })

/** What the latest submissions have answered, in numbers. */
export const submissionSummary = (formId: string) =>
  queryOptions({
    queryKey: ['forms', formId, 'submissions', 'summary'],
    queryFn: ({ signal }) => readAnswer(forms[':id'].submissions.summary.$get({ param: { id: formId } }, { init: { signal } })),
    staleTime: 0,
    retry: false,
  })

export type SubmissionFilter = Omit<SubmissionSearch, 'cursor'>

/** The rows that fit the filter, with the names in these columns. The last rows stay on the screen while others load. */
export const submissionRows = (formId: string, filter: SubmissionFilter, named: readonly string[] = []) =>
  infiniteQueryOptions({
    queryKey: ['forms', formId, 'submissions', 'rows', filter, named],
    queryFn: ({ pageParam, signal }) =>
      readAnswer(
        forms[':id'].submissions.$get(
          { param: { id: formId }, query: filled({ ...filter, cursor: pageParam, named: named.join(',') }) },
          { init: { signal } },
        ),
      ),
    ...keysetPages,
    staleTime: 0,
    // It may be many pages, for each of which the server looks through submissions.
    refetchOnWindowFocus: false,
    retry: false,
    placeholderData: keepPreviousData,
  })

export type SubmissionPlace = { formId: string; submissionId: string; key: string | null }

const one = forms[':id'].submissions[':submissionId']
const requestOf = ({ formId, submissionId, key }: SubmissionPlace) => ({ param: { id: formId, submissionId }, query: filled({ key }) })

/** One submission. Without an account, the key from the link opens it. */
export const submission = (place: SubmissionPlace) =>
  queryOptions({
    queryKey: ['forms', place.formId, 'submissions', 'one', place.submissionId, place.key],
    queryFn: ({ signal }) => readContent<Submission>(one.$get(requestOf(place), { init: { signal } })),
    staleTime: 0,
    retry: false,
  })

/** What the viewer has sent with any form. */
export const sentForms = infiniteQueryOptions({
  queryKey: ['forms', 'sent'],
  queryFn: ({ pageParam, signal }) => readAnswer(forms.submissions.$get({ query: filled({ cursor: pageParam }) }, { init: { signal } })),
  ...keysetPages,
  staleTime: 0,
})

/** Who has signed the waivers of a form: all, or those with this in their name. */
export const signedWaivers = (formId: string, q: string) =>
  infiniteQueryOptions({
    queryKey: ['forms', formId, 'submissions', 'waivers', q],
    queryFn: ({ pageParam, signal }) =>
      readAnswer(waivers[':id'].waivers.$get({ param: { id: formId }, query: filled({ cursor: pageParam, q }) }, { init: { signal } })),
    ...keysetPages,
    staleTime: 0,
    retry: false,
    placeholderData: keepPreviousData,
  })

/** All of them as CSV. */
export const waiversFileUrl = (formId: string): string => `/api/forms/${encodeURIComponent(formId)}/waivers/export`

const refreshSubmissions = (client: QueryClient, formId: string) =>
  Promise.all([
    client.invalidateQueries({ queryKey: ['forms', formId, 'submissions'] }),
    client.invalidateQueries({ queryKey: sentForms.queryKey }),
    // Whoever is accepted can pay, and whoever is declined cannot.
    client.invalidateQueries({ queryKey: ['form-payments'] }),
  ])

const refreshAfter = (formId: string) => ({
  // Also after a refusal: it mostly means that this page is out of date.
  onSettled: (_data: unknown, _error: Error | null, _variables: unknown, _result: unknown, { client }: { client: QueryClient }) =>
    refreshSubmissions(client, formId),
})

/** Decides about several submissions, or marks them, also when the page is left. The answer names those that were changed. */
export const changingSubmissions = (formId: string) =>
  mutationOptions({
    mutationFn: (json: ChangeSubmissions) => readAnswer(forms[':id'].submissions.$patch({ param: { id: formId }, json }, keepalive)),
    ...refreshAfter(formId),
  })

/** It is sent also when the page is left. One after the other, because each says which note it replaces. */
export const notingSubmission = ({ formId, submissionId }: Omit<SubmissionPlace, 'key'>) =>
  mutationOptions({
    mutationFn: (json: NoteSubmission) => awaitSuccess(one.marks.$put({ param: { id: formId, submissionId }, json }, keepalive)),
    scope: { id: `note:${submissionId}` },
    ...refreshAfter(formId),
  })

export const changingAnswers = (place: SubmissionPlace) =>
  mutationOptions({
    mutationFn: (json: ChangeSubmission) => readAnswer(one.$put({ param: requestOf(place).param, json })),
    ...refreshAfter(place.formId),
  })

export const withdrawing = (place: SubmissionPlace) =>
  mutationOptions({
    mutationFn: () => awaitSuccess(one.$delete(requestOf(place))),
    ...refreshAfter(place.formId),
  })
