import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Navigate, useParams } from 'react-router'
import { reviewStep } from '../../../domain/team-drafts/contract.ts'
import { maxOwnedTeams } from '../../../domain/teams/contract.ts'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageError, pageFrame } from '../../ui/page-frame.tsx'
import { Loading, SkeletonText } from '../../ui/skeleton.tsx'
import { DraftEditor } from './draft-editor.tsx'
import { ownTeamDraft } from './draft-queries.ts'
import { findOpenStep, newDraftValues, valuesOf } from './draft-values.ts'
import { NewTeamSteps } from './new-team-steps.tsx'
import { stepPath } from './step-frame.tsx'

const lastStep = 8

/** Starts a community, page by page. Without a page in the URL, it opens the one where the person stopped. */
export default function CreateTeamPage() {
  const { step: given } = useParams()
  const step = given !== undefined && /^\d$/.test(given) && Number(given) <= lastStep ? Number(given) : null
  if (given !== undefined && step === null) return <Navigate to="/teams/create" replace />
  return step !== null && step > reviewStep ? <NewTeamSteps step={step} /> : <Draft step={step} />
}

function Draft({ step }: { step: number | null }) {
  const { data, error, isFetching, refetch } = useQuery(ownTeamDraft)
  // What is typed on this page is newer than what was loaded for it, so a later answer must not replace it.
  const [loaded, setLoaded] = useState(data)
  if (!loaded && data && !isFetching) setLoaded(data)
  if (!loaded) {
    if (error) return <PageError error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
    return (
      <Loading label="Your community" className={pageFrame('narrow', 'grid gap-6 pt-9')}>
        <SkeletonText lines={6} />
      </Loading>
    )
  }
  if (loaded.isAtLimit) {
    return (
      <div className={pageFrame('narrow', 'pt-3 sm:pt-9')}>
        <h1>Start a community</h1>
        <EmptyState
          title={`You own ${maxOwnedTeams} communities`}
          action={
            <LinkButton variant="primary" to="/my-communities">
              Your communities
            </LinkButton>
          }
        >
          One person can own up to {maxOwnedTeams}. Hand one over or delete one, then come back.
        </EmptyState>
      </div>
    )
  }
  if (step === null) {
    const { draft } = loaded
    const open = draft ? findOpenStep(valuesOf(draft)) : findOpenStep(newDraftValues)
    return <Navigate to={stepPath(Math.min(draft?.step ?? 0, open))} replace />
  }
  return <DraftEditor loaded={loaded} step={step} onRestart={() => setLoaded({ draft: null, isAtLimit: false })} />
}
