import { useEffect, useEffectEvent, useState } from 'react'
import { useConfig, usePlatform } from '../app-state.ts'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { pageFrame } from '../ui/page-frame.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { askForSiteCode, enterSite, readSiteCode } from './site-login.ts'

/** The login of a community's own domain: people log in on ours, and come back with a code. */
export default function SiteLoginPage() {
  const { productUrl } = useConfig()
  const { name: productName } = usePlatform()
  const [code] = useState(readSiteCode)
  const [error, setError] = useState<unknown>(null)
  const goOn = () => {
    setError(null)
    askForSiteCode(productUrl).catch(setError)
  }
  const start = useEffectEvent(() => {
    if (code === null) return goOn()
    enterSite(code).catch(setError)
  })
  useEffect(() => start(), [])
  return (
    <div className={pageFrame('narrow', 'grid gap-4 pt-6 sm:pt-14')}>
      <h1>Log in</h1>
      {error === null ? (
        <p role="status" className="flex items-center gap-3 text-soft">
          <Spinner /> {code === null ? `Opening ${productName}.` : 'Logging you in.'}
        </p>
      ) : (
        <ErrorNotice error={error} onRetry={goOn} />
      )}
    </div>
  )
}
