import { mutationOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { GiveFeedback } from '../../domain/feedback/contract.ts'
import type { FeedbackRoutes } from '../../worker/feedback/routes.ts'
import { awaitSuccess } from '../api.ts'

const client = hc<FeedbackRoutes>('/api/feedback')

export const givingFeedback = mutationOptions({ mutationFn: (json: GiveFeedback) => awaitSuccess(client.index.$post({ json })) })
