CREATE TABLE `request_counts` (
	`key` text PRIMARY KEY NOT NULL,
	`count` integer NOT NULL,
	`ends_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `request_counts_by_end` ON `request_counts` (`ends_at`);