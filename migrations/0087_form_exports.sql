CREATE TABLE `form_exports` (
	`id` text PRIMARY KEY NOT NULL,
	`form_id` text NOT NULL,
	`user_id` text NOT NULL,
	`format` text NOT NULL,
	`state` text NOT NULL,
	`part` text NOT NULL,
	`count` integer,
	`size` integer,
	`created_at` integer NOT NULL,
	`expires_at` integer,
	FOREIGN KEY (`form_id`) REFERENCES `forms`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `form_exports_in_order` ON `form_exports` (`form_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `form_exports_by_user` ON `form_exports` (`user_id`);--> statement-breakpoint
CREATE INDEX `form_exports_by_expiry` ON `form_exports` (`expires_at`,`created_at`);