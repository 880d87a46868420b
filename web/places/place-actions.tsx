import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import { addReturnPath } from '../../domain/access/rules.ts'
import type { PlaceDetail } from '../../domain/places/contract.ts'
import { maxCounted } from '../../domain/places/kinds.ts'
import { useViewer } from '../app-state.ts'
import { useProfileLink } from '../shell/use-profile-link.ts'
import { AvatarStack } from '../ui/avatar.tsx'
import { LinkButton } from '../ui/button.tsx'
import { Loading, Skeleton, SkeletonText } from '../ui/skeleton.tsx'
import { formatActivity, formatTime } from './format-place.ts'

/** Loaded only for signed-in people, because nobody else can do these things. */
const ViewerActions = lazy(() => import('./viewer-actions.tsx'))

/** The actions of a place: check in, call for players, follow. On wide screens they are in a card next to the page. */
export function PlaceActions({ place }: { place: PlaceDetail }) {
  const viewer = useViewer()
  const { here, ping: playerCall, followers } = place
  return (
    <aside aria-label="Check-in" className="mt-5 lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:mt-0">
      <div className="grid gap-3.5 border-y border-line py-4 sm:max-w-lg lg:sticky lg:top-8 lg:rounded-card lg:border lg:bg-card lg:p-5.5 lg:shadow-card">
        <div className="flex min-h-9 items-center justify-between gap-3">
          <p className="text-title font-bold">
            {here.count === 0 ? 'Nobody here now' : `${here.count >= maxCounted ? `${maxCounted - 1}+` : here.count} here now`}
          </p>
          {here.people.length > 0 && <AvatarStack faces={here.people} total={here.count} max={4} size={32} />}
        </div>
        {playerCall && (
          <p className="grid gap-0.5 rounded-control bg-court-wash px-3.5 py-2.5 wrap-anywhere">
            <span className="font-strong">
              Need {playerCall.needed} more for {formatActivity(playerCall.activity)}
            </span>
            <span className="text-small text-soft">
              {playerCall.person?.name ?? 'Someone'} asked at {formatTime(playerCall.createdAt, place.timeZone)}
            </span>
          </p>
        )}
        {viewer?.profileComplete && place.mine ? (
          <Suspense fallback={<ViewerActionsLoading />}>
            <ViewerActions place={place} mine={place.mine} viewer={viewer} />
          </Suspense>
        ) : (
          <SignInPrompt id={place.id} />
        )}
        {followers > 0 && (
          <p className="text-small text-soft">
            {followers >= maxCounted ? `${maxCounted - 1}+` : followers} {followers === 1 ? 'person follows' : 'people follow'} this place.
          </p>
        )}
      </div>
    </aside>
  )
}

const ViewerActionsLoading = () => (
  <Loading label="Loading what you can do here">
    <Skeleton className="h-11.5 rounded-control" />
    <SkeletonText lines={2} className="mt-4.5" />
  </Loading>
)

function SignInPrompt({ id }: { id: string }) {
  const here = `/places/view/${id}`
  const profileLink = useProfileLink()
  if (profileLink) {
    return (
      <LinkButton variant="primary" to={profileLink}>
        Set up your profile to check in
      </LinkButton>
    )
  }
  return (
    <>
      <LinkButton variant="primary" to={addReturnPath('/login', here)}>
        Log in to check in
      </LinkButton>
      <p className="text-small text-soft">
        New here?{' '}
        <Link to={addReturnPath('/sign-up', here)} className="font-strong text-court underline-offset-3 hover:underline">
          Sign up
        </Link>
        , follow this place and get notified when players are needed.
      </p>
    </>
  )
}
