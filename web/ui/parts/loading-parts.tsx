import { AppError } from '../../../domain/errors.ts'
import { LinkButton } from '../button.tsx'
import { EmptyState } from '../empty-state.tsx'
import { ErrorNotice } from '../error-notice.tsx'
import { Progress } from '../progress.tsx'
import { showSnackbar } from '../show-snackbar.ts'
import { Loading, SkeletonRow, SkeletonText } from '../skeleton.tsx'
import { PartSection } from './part-section.tsx'

const failure = Object.assign(new AppError('Unexpected'), { requestId: '01JD3F7Q2M8X4Z' })

export function LoadingParts() {
  return (
    <PartSection
      title="Loading and errors"
      intro="A loading list shows the shape of its rows, an empty list says what to do next, and a failed list has a button to try again."
    >
      <Loading label="Loading games">
        <SkeletonRow />
        <SkeletonRow />
        <div className="border-t border-line pt-5">
          <SkeletonText className="max-w-md" />
        </div>
      </Loading>
      <EmptyState title="No games near you this week" action={<LinkButton to="/">Look at next week</LinkButton>}>
        Search within 25 miles, or host a game. Most games fill in two days.
      </EmptyState>
      <ErrorNotice title="The games could not be loaded" error={failure} onRetry={() => showSnackbar('Trying again')} />
      <ErrorNotice message="Your card was declined. Nothing was charged." />
      <Progress label="Uploading sunrise.jpg" value={42} valueText="1.3 of 3.1 MB" className="max-w-sm" />
    </PartSection>
  )
}
