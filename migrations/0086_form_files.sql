CREATE TABLE `form_files` (
	`id` text PRIMARY KEY NOT NULL,
	`form_id` text NOT NULL,
	`field_id` text NOT NULL,
	`submission_id` text,
	`user_id` text,
	`secret_hash` text,
	`address_hash` text,
	`name` text NOT NULL,
	`type` text NOT NULL,
	`size` integer,
	`key` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`form_id`) REFERENCES `forms`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`submission_id`) REFERENCES `submissions`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `form_files_by_form` ON `form_files` (`form_id`);--> statement-breakpoint
CREATE INDEX `form_files_added` ON `form_files` (`form_id`,`user_id`,`address_hash`) WHERE submission_id IS NULL;--> statement-breakpoint
CREATE INDEX `form_files_by_submission` ON `form_files` (`submission_id`) WHERE submission_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `form_files_by_user` ON `form_files` (`user_id`) WHERE user_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `form_files_unsent` ON `form_files` (`created_at`) WHERE submission_id IS NULL;--> statement-breakpoint
CREATE TABLE `form_pictures` (
	`key` text NOT NULL,
	`team_id` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`team_id`, `key`),
	FOREIGN KEY (`team_id`) REFERENCES `teams`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `form_pictures_by_key` ON `form_pictures` (`key`);