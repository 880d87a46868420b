import { Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import type { FormValues } from '../../../domain/events/form-values.ts'

const mainFields = ['activity', 'date', 'time', 'minutes', 'where', 'capacity', 'root']

/** Hides the settings that most hosts leave unchanged. It opens by itself if one of them has an error. */
export function MoreFold({ isOpenAtFirst, children }: { isOpenAtFirst: boolean; children: ReactNode }) {
  const { formState } = useFormContext<FormValues>()
  const [wasOpened, setOpened] = useState(isOpenAtFirst)
  const hasError = Object.keys(formState.errors).some((name) => !mainFields.includes(name))
  const isOpen = wasOpened || hasError
  return (
    <details
      open={isOpen}
      data-has-error={hasError}
      onToggle={(event) => setOpened(event.currentTarget.open)}
      className="group border-t border-line"
    >
      <summary className="flex min-h-16 cursor-pointer list-none items-center justify-between gap-4 rounded-control [&::-webkit-details-marker]:hidden">
        <span className="min-w-0">
          <span className="text-title font-bold tracking-tight">More</span>{' '}
          <span className="text-small text-soft group-open:hidden">title, price, guests, repeats …</span>
        </span>
        <Plus size={22} aria-hidden="true" className="flex-none text-court transition-transform group-open:rotate-45" />
      </summary>
      {isOpen && children}
    </details>
  )
}
