import { useEffect, useState } from 'react'
import { isRouteErrorResponse, useRouteError } from 'react-router'
import { ShownError } from '../../domain/shown-error.ts'
import { usePageRequestId } from '../app-state.ts'
import { chunkReloadReason, isChunkError } from '../pwa/chunk-errors.ts'
import { claimReload } from '../pwa/reload-once.ts'
import { Beans } from '../ui/beans.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { NotFoundPage } from './not-found-page.tsx'
import { PageLoading } from './page-loading.tsx'
import { useOnline } from './use-online.ts'
import { useTitle } from './use-title.ts'

/** Reloads the page once if a reload may help. Returns true while it reloads, and false if this tab has already tried. */
function useReloadOnce(shouldReload: boolean): boolean {
  const [isUsedUp, setUsedUp] = useState(false)
  useEffect(() => {
    if (!shouldReload) return
    if (claimReload(chunkReloadReason)) location.reload()
    else setUsedUp(true)
  }, [shouldReload])
  return shouldReload && !isUsedUp
}

/** Replaces a page that failed. The bars around it still work. */
export function RouteError() {
  const error = useRouteError()
  const isOnline = useOnline()
  const requestId = usePageRequestId()
  // An error in the browser has no request id. The id of the request for this page is the best place to start looking in the log.
  const shownError = error instanceof ShownError || requestId === null ? error : { requestId }
  const isNotFound = isRouteErrorResponse(error) && error.status === 404
  // A newer version has replaced the files of this page. A reload loads the new files.
  const isReloading = useReloadOnce(isChunkError(error))
  useTitle(isNotFound || isReloading ? null : 'Something went wrong')
  // When the network is back, the page reloads by itself.
  useEffect(() => {
    if (isOnline) return
    const retry = () => location.reload()
    addEventListener('online', retry)
    return () => removeEventListener('online', retry)
  }, [isOnline])
  if (isNotFound) return <NotFoundPage />
  if (isReloading) return <PageLoading />
  return (
    <div className="mx-auto grid max-w-xl gap-6 px-6 pt-14">
      <Beans size={96} mood={isOnline ? 'sad' : 'asleep'} />
      <h1>{isOnline ? 'This page did not load' : 'You are offline, and this page is not saved on your device'}</h1>
      {isOnline ? (
        <ErrorNotice error={shownError} onRetry={() => location.reload()} />
      ) : (
        <p className="text-soft">It will open automatically when you are back online.</p>
      )}
    </div>
  )
}
