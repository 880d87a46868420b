import { notFoundPage } from '../../domain/pages.ts'
import { useConfig } from '../app-state.ts'
import { Beans } from '../ui/beans.tsx'
import { LinkButton } from '../ui/button.tsx'
import { useTitle } from './use-title.ts'

export function NotFoundPage() {
  useTitle(notFoundPage.title)
  const { host } = useConfig()
  return (
    <div className="grid min-h-[68dvh] place-items-center px-6">
      <div className="max-w-[420px]">
        <Beans size={120} mood="sad" />
        <h1 className="mt-5 text-[1.875rem]">{notFoundPage.heading}</h1>
        <p className="mt-3 text-[1.125rem] text-soft">{notFoundPage.text}</p>
        {host === 'product' && (
          <p className="mt-5.5 flex gap-3">
            <LinkButton variant="primary" to="/discover/city-search">
              Find your city
            </LinkButton>
            <LinkButton to="/">Home</LinkButton>
          </p>
        )}
      </div>
    </div>
  )
}
