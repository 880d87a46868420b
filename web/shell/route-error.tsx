import { useEffect, useState } from 'react'
import { isRouteErrorResponse, useRouteError } from 'react-router'
import { ShownError } from '../../domain/shown-error.ts'
import { usePageRequestId } from '../app-state.ts'
import { isLostChunk, lostChunksReason } from '../pwa/lost-chunks.ts'
import { mayReload } from '../pwa/reload-once.ts'
import { Beans } from '../ui/beans.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { LostPage } from './lost-page.tsx'
import { PageLoading } from './page-loading.tsx'
import { useOnline } from './use-online.ts'
import { useTitle } from './use-title.ts'

/** Loads the page anew where that may help, once. False when it was done before. */
function useReload(mayHelp: boolean): boolean {
  const [isVain, setVain] = useState(false)
  useEffect(() => {
    if (!mayHelp) return
    if (mayReload(lostChunksReason)) location.reload()
    else setVain(true)
  }, [mayHelp])
  return mayHelp && !isVain
}

/** Stands where a page failed; the bars around it still work. */
export function RouteError() {
  const error = useRouteError()
  const isOnline = useOnline()
  const requestId = usePageRequestId()
  // What broke in the browser has no request of its own; the one that drew the page is where to begin looking.
  const named = error instanceof ShownError || requestId === null ? error : { requestId }
  const isLost = isRouteErrorResponse(error) && error.status === 404
  // A newer version took this one's files away: loaded anew, the page has its own again.
  const isReloading = useReload(isLostChunk(error))
  useTitle(isLost || isReloading ? null : 'Something went wrong')
  // Back in reach, the page comes by itself.
  useEffect(() => {
    if (isOnline) return
    const retry = () => location.reload()
    addEventListener('online', retry)
    return () => removeEventListener('online', retry)
  }, [isOnline])
  if (isLost) return <LostPage />
  if (isReloading) return <PageLoading />
  return (
    <div className="mx-auto grid max-w-xl gap-6 px-6 pt-14">
      <Beans size={96} mood={isOnline ? 'sad' : 'asleep'} />
      <h1>{isOnline ? 'This page did not load.' : 'You are offline, and this page is not saved on your device.'}</h1>
      {isOnline ? (
        <ErrorNotice error={named} onRetry={() => location.reload()} />
      ) : (
        <p className="text-soft">It will open automatically when you are back online.</p>
      )}
    </div>
  )
}
