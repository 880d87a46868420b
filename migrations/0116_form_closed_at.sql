ALTER TABLE `forms` ADD `closed_at` integer;--> statement-breakpoint
CREATE INDEX `events_by_form` ON `events` (`form_id`,`ends_at`) WHERE form_id IS NOT NULL;