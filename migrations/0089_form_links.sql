CREATE TABLE `form_links` (
	`key_hash` text PRIMARY KEY NOT NULL,
	`form_id` text NOT NULL,
	`email_key` text NOT NULL,
	`answers` text NOT NULL,
	`mailed_at` integer NOT NULL,
	`saved_at` integer NOT NULL,
	FOREIGN KEY (`form_id`) REFERENCES `forms`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `form_links_by_form` ON `form_links` (`form_id`);--> statement-breakpoint
CREATE INDEX `form_links_by_email` ON `form_links` (`email_key`,`mailed_at`);--> statement-breakpoint
CREATE INDEX `form_links_to_delete` ON `form_links` (`saved_at`);--> statement-breakpoint
ALTER TABLE `forms` ADD `keep_months` integer;--> statement-breakpoint
ALTER TABLE `forms` ADD `cleaned_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `forms_to_clean` ON `forms` (`cleaned_at`) WHERE keep_months IS NOT NULL;--> statement-breakpoint
ALTER TABLE `submissions` ADD `missing` text;--> statement-breakpoint
ALTER TABLE `submissions` ADD `guest_id` text;