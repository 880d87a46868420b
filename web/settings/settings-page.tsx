import { type ComponentType, lazy, Suspense } from 'react'
import { Link, useSearchParams } from 'react-router'
import { pageFrame } from '../ui/page-frame.tsx'
import { Loading, Skeleton, SkeletonText } from '../ui/skeleton.tsx'
import { Tabs, useSelectedTab } from '../ui/tabs.tsx'
import { GeneralForm } from './general-form.tsx'
import { settingsTabNames, settingsTabs } from './tabs.ts'

const panels = settingsTabs.map(({ name, label, load }) => {
  const Panel = lazy<ComponentType>(load)
  return {
    name,
    label,
    panel: (
      <Suspense fallback={<TabLoading />}>
        <Panel />
      </Suspense>
    ),
  }
})

/** Without a tab in the URL it shows only the general form with the picture. */
export default function SettingsPage() {
  const [search] = useSearchParams()
  const [selected, select] = useSelectedTab(settingsTabNames)
  return (
    <div className={pageFrame('wide', 'grid gap-6 pt-2 sm:pt-8')}>
      <h1>Settings</h1>
      {search.has('tab') ? (
        <Tabs label="Settings" tabs={panels} selected={selected} onSelect={select} place="beside" />
      ) : (
        <>
          <p className="-mt-3 text-soft">
            <Link to="/settings?tab=general" className="font-strong text-court underline-offset-3 hover:underline">
              All settings
            </Link>
            : email, password, privacy, notifications and more.
          </p>
          <GeneralForm />
        </>
      )}
    </div>
  )
}

function TabLoading() {
  return (
    <Loading className="grid max-w-2xl gap-5">
      <Skeleton className="h-7 w-48" />
      <SkeletonText lines={4} className="mt-5" />
    </Loading>
  )
}
