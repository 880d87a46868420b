import { useQuery } from '@tanstack/react-query'
import { PictureField } from '../profiles/picture-field.tsx'
import { ProfileForm } from '../profiles/profile-form.tsx'
import { ownProfile } from '../profiles/queries.ts'
import { joinClasses } from '../ui/class-names.ts'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { sectionColumns } from '../ui/section.tsx'
import { Loading, Skeleton } from '../ui/skeleton.tsx'

const columns = joinClasses(sectionColumns, 'gap-y-7')

/** The user's picture and profile: side by side on a desktop. */
export function GeneralForm() {
  const { data, error, refetch } = useQuery(ownProfile)
  if (error && !data) return <ErrorNotice error={error} onRetry={() => void refetch()} />
  if (!data) return <FormLoading />
  return (
    <div className={columns}>
      <PictureField
        face={{ id: data.id, name: data.displayName ?? data.displayNameFallback, pictureUrl: data.pictureUrl }}
        className="self-start"
      />
      <ProfileForm profile={data} />
    </div>
  )
}

function FormLoading() {
  return (
    <Loading>
      <div className={columns}>
        <Skeleton className="size-24 rounded-full" />
        <div className="grid gap-6">
          {['name', 'full name', 'email', 'city'].map((field) => (
            <div key={field} className="grid gap-2">
              <Skeleton className="h-4 w-28" />
              <Skeleton className="h-11.5 w-full" />
            </div>
          ))}
        </div>
      </div>
    </Loading>
  )
}
