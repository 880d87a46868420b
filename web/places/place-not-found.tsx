import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import { useViewer } from '../app-state.ts'
import { Beans } from '../ui/beans.tsx'
import { LinkButton } from '../ui/button.tsx'
import { removedPlace } from './queries.ts'

const RemovedPlace = lazy(() => import('./removed-place.tsx'))

/** Signed-in people see whether the place was removed, and can bring it back. */
export function PlaceNotFound({ id }: { id: string }) {
  const viewer = useViewer()
  const { data } = useQuery({ ...removedPlace(id), enabled: viewer?.profileComplete === true })
  return (
    <div className="grid min-h-[60dvh] place-items-center px-6">
      <div className="max-w-[480px]">
        <Beans size={104} mood="sad" />
        {data?.place ? (
          <Suspense>
            <RemovedPlace id={id} place={data.place} />
          </Suspense>
        ) : (
          <>
            <h1 className="mt-5 text-[1.875rem]">Place not found</h1>
            <p className="mt-3 text-[1.125rem] text-soft">This place does not exist. Please check the link.</p>
            <p className="mt-5.5 flex flex-wrap gap-3">
              <LinkButton to="/places/new">Add a place</LinkButton>
              <Link to="/" className="inline-flex min-h-11.5 items-center px-2 font-strong text-court underline-offset-3 hover:underline">
                Home
              </Link>
            </p>
          </>
        )}
      </div>
    </div>
  )
}
