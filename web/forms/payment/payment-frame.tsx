import { ChevronLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { submissionPath } from '../../../domain/forms/paths.ts'
import type { SubmissionPayment } from '../../../domain/forms/payment-contract.ts'
import { isNotFound } from '../../api.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageError, pageFrame } from '../../ui/page-frame.tsx'
import { Loading, SkeletonText } from '../../ui/skeleton.tsx'
import type { SubmissionAddress } from './queries.ts'

/** The address of what was sent, with the key of who has no account. */
export const linkToSubmission = ({ id, submissionId, key }: SubmissionAddress) =>
  submissionPath(id, submissionId) + (key === undefined ? '' : `?key=${encodeURIComponent(key)}`)

/** The frame of a page about the payment of a submission, with its title and the way back. */
export function PaymentFrame({
  address,
  payment: { form },
  title,
  children,
}: {
  address: SubmissionAddress
  payment: SubmissionPayment
  title: string
  children: ReactNode
}) {
  return (
    <div className={pageFrame('narrow', 'grid grid-cols-[minmax(0,1fr)] gap-6 pt-4 sm:pt-9')}>
      <header className="grid justify-items-start gap-1">
        <Link
          to={linkToSubmission(address)}
          className="-ml-1 inline-flex min-h-11 items-center gap-1 text-small font-strong text-court hover:underline"
        >
          <ChevronLeft size={17} aria-hidden="true" />
          What you sent
        </Link>
        <h1>{title}</h1>
        <p className="text-soft wrap-anywhere">
          {form.title}, {form.team.name}
        </p>
      </header>
      {children}
    </div>
  )
}

type PaymentMissingProps = { error: unknown; onRetry: () => void; isRetrying: boolean }

/** Instead of the page while it loads, if it could not be loaded, and if there is nothing to see. */
export function PaymentMissing({ error, ...retrying }: PaymentMissingProps) {
  if (isNotFound(error))
    return (
      <div className={pageFrame('narrow', 'grid gap-4 pt-6 sm:pt-10')}>
        <h1>Your payment</h1>
        <EmptyState title="We found nothing to pay">
          Open the link from your email, or sign in with the account with which you filled the form.
        </EmptyState>
      </div>
    )
  if (error) return <PageError error={error} {...retrying} />
  return (
    <Loading label="Loading what you pay" className={pageFrame('narrow', 'pt-4 sm:pt-9')}>
      <SkeletonText lines={6} />
    </Loading>
  )
}
