CREATE TABLE `organization_changes` (
	`id` text PRIMARY KEY NOT NULL,
	`organization_id` text NOT NULL,
	`actor_id` text,
	`kind` text NOT NULL,
	`team_id` text,
	`fields` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`actor_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`team_id`) REFERENCES `teams`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `organization_changes_in_order` ON `organization_changes` (`organization_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `organization_changes_by_actor` ON `organization_changes` (`actor_id`);--> statement-breakpoint
CREATE INDEX `organization_changes_by_team` ON `organization_changes` (`team_id`);--> statement-breakpoint
CREATE INDEX `organization_changes_by_age` ON `organization_changes` (`created_at`);