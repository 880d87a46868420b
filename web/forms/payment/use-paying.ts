import { useMutation } from '@tanstack/react-query'
import { leaveForStripe } from '../../payments/leave-for-stripe.ts'
import { showFailure } from '../../ui/show-failure.ts'
import { needsProfile } from '../profile-needed.tsx'
import { payingForSubmission, type SubmissionAddress } from './queries.ts'

/** Leads to the page of Stripe. That the profile is not complete is said on the page, with a link. */
export const usePaying = (address: SubmissionAddress) =>
  useMutation({
    ...payingForSubmission(address),
    onSuccess: ({ url }) => leaveForStripe(url),
    onError: (error) => {
      if (!needsProfile(error)) showFailure(error)
    },
  })
